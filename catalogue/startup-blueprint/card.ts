import type { ShelfProduct } from '#shared/catalogue-schema.ts'

export const card: ShelfProduct = {
	id: '7',
	slug: 'startup-blueprint',
	title: 'The Startup Blueprint: From Idea to Landing Page',
	shortTitle: 'Startup Blueprint',
	description:
		'Four weeks from an idea to a page that measures whether anybody wants it: talking to people, choosing one promise, writing the page, counting what happens. With worksheets.',
	pricePence: null,
	currency: 'GBP',
	isFree: true,
	category: 'Business',
	downloadCount: 89,
	readingTime: '25 min read',
	pdfFileName: 'StartupBlueprint.pdf',
	stripeProductId: null,
	comingSoon: false,
	previewContent: { pageCount: 20, format: 'PDF' },
	edition: { date: '2026-11-21', changes: 'First edition.' },
	rating: { value: 4.9, count: 85 },
}
