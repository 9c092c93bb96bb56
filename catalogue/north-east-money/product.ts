import type { Product } from '#shared/catalogue-schema.ts'
import { card } from './card.ts'

export const northEastMoney: Product = {
	...card,
	taxCode: null,
	previewContent: {
		...card.previewContent,
		whatYouGet: ['Planned: where students in the region find paid work, by season'],
		features: [
			'Planned: what each kind of work pays and what it costs you in time',
			'Planned: tax and student-visa limits, with the official pages to check',
		],
		contents: [],
		files: [],
		bytes: null,
	},
}
