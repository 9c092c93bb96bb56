import type { ShelfProduct } from '#shared/catalogue-schema.ts'

export const card: ShelfProduct = {
	id: '1',
	slug: 'student-guide',
	title: 'Student Guide',
	shortTitle: 'Student Guide',
	description:
		'Your first year at a UK university on 28 pages: doctor, bank, council tax, money, work and visa rules, renting, studying, and where help is. For home and international students.',
	pricePence: null,
	currency: 'GBP',
	isFree: true,
	category: 'Career',
	downloadCount: 53,
	readingTime: '40 min read',
	pdfFileName: 'StudentGuide.pdf',
	stripeProductId: null,
	comingSoon: false,
	previewContent: { pageCount: 28, format: 'PDF' },
	edition: { date: '2026-11-21', changes: 'First edition.' },
	rating: { value: 4.9, count: 48 },
}
