import type { ShelfProduct } from '#shared/catalogue-schema.ts'

export const card: ShelfProduct = {
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
	stripeProductId: null,
	comingSoon: true,
	previewContent: { pageCount: null, format: 'Not decided yet' },
	edition: null,
	rating: null,
}
