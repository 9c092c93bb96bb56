import type { Product } from '#shared/catalogue-schema.ts'
import { card } from './card.ts'

export const studyTechniques: Product = {
	...card,
	taxCode: null,
	previewContent: {
		...card.previewContent,
		whatYouGet: ['Planned: retrieval practice, spacing and interleaving, each with a week you can copy'],
		features: [
			'Planned: what the research says for each technique, with its source',
			'Planned: what to stop doing, and why it feels as if it works',
		],
		contents: [],
		files: [],
		bytes: null,
	},
}
