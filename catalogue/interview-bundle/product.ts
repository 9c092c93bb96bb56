import type { Product } from '#shared/catalogue-schema.ts'

export const interviewBundle: Product = {
	id: '6',
	slug: 'interview-bundle',
	title: 'Be the 1% to Get an Interview (Bundle)',
	shortTitle: 'Interview Bundle',
	description: 'Several guides on getting from application to interview, put together at one price.',
	pricePence: null,
	currency: 'GBP',
	isFree: false,
	category: 'Career',
	downloadCount: null,
	readingTime: null,
	pdfFileName: null,
	stripeProductId: 'prod_interview_bundle',
	comingSoon: true,
	edition: null,
	rating: null,
	taxCode: 'txcd_10503000',
	previewContent: {
		pageCount: null,
		format: 'Not decided yet',
		whatYouGet: ['Planned: finding the job, the application, the online test and the recorded interview'],
		features: [
			'Planned: worked examples from UK graduate schemes and ordinary jobs',
			'Planned: no guide in it that you already own is charged twice',
		],
		contents: [],
		files: [],
		furtherFiles: [],
		bytes: null,
	},
}
