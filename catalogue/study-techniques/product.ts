import type { Product } from '#shared/catalogue-schema.ts'

export const studyTechniques: Product = {
	id: '5',
	slug: 'study-techniques',
	title: 'Study Techniques That Actually Work',
	shortTitle: 'Study Techniques',
	description:
		'The handful of techniques with good evidence behind them, and how to fit them into a real week.',
	pricePence: null,
	currency: 'GBP',
	isFree: false,
	category: 'Academic',
	downloadCount: null,
	readingTime: null,
	pdfFileName: null,
	stripeProductId: 'prod_study_techniques',
	comingSoon: true,
	edition: null,
	rating: null,
	taxCode: 'txcd_10503000',
	previewContent: {
		pageCount: null,
		format: 'Not decided yet',
		whatYouGet: ['Planned: retrieval practice, spacing and interleaving, each with a week you can copy'],
		features: [
			'Planned: what the research says for each technique, with its source',
			'Planned: what to stop doing, and why it feels as if it works',
		],
		contents: [],
		files: [],
		furtherFiles: [],
		bytes: null,
	},
}
