import type { ShelfProduct } from '#shared/catalogue-schema.ts'

export const card: ShelfProduct = {
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
	stripeProductId: null,
	comingSoon: true,
	previewContent: { pageCount: null, format: 'Not decided yet' },
	edition: null,
	rating: null,
}
