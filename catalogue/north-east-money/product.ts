import type { Product } from '#shared/catalogue-schema.ts'

export const northEastMoney: Product = {
	id: '4',
	slug: 'north-east-money',
	title: 'How to Make Money in the North East',
	shortTitle: 'North East Money',
	description:
		'Paid work, small trades and side income for students in Newcastle, Durham, Sunderland and Teesside.',
	pricePence: null,
	currency: 'GBP',
	isFree: false,
	category: 'Money',
	downloadCount: null,
	readingTime: null,
	pdfFileName: null,
	stripeProductId: 'prod_north_east_money',
	comingSoon: true,
	edition: null,
	rating: null,
	taxCode: 'txcd_10503000',
	previewContent: {
		pageCount: null,
		format: 'Not decided yet',
		whatYouGet: ['Planned: where students in the region find paid work, by season'],
		features: [
			'Planned: what each kind of work pays and what it costs you in time',
			'Planned: tax and student-visa limits, with the official pages to check',
		],
		contents: [],
		files: [],
		furtherFiles: [],
		bytes: null,
	},
}
