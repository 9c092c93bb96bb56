import type { Product } from '#shared/catalogue-schema.ts'
import { card } from './card.ts'

export const interviewBundle: Product = {
	...card,
	taxCode: null,
	previewContent: {
		...card.previewContent,
		whatYouGet: ['Planned: finding the job, the application, the online test and the recorded interview'],
		features: [
			'Planned: worked examples from UK graduate schemes and ordinary jobs',
			'Planned: no guide in it that you already own is charged twice',
		],
		contents: [],
		files: [],
		bytes: null,
	},
}
