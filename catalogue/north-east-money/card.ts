import type { ShelfProduct } from '#shared/catalogue-schema.ts'

export const card: ShelfProduct = {
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
	stripeProductId: null,
	comingSoon: true,
	previewContent: { pageCount: null, format: 'Not decided yet' },
	edition: null,
	rating: null,
}
