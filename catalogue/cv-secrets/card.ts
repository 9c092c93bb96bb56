import type { ShelfProduct } from '#shared/catalogue-schema.ts'

export const card: ShelfProduct = {
	id: '2',
	slug: 'cv-secrets',
	title: 'CV Secrets No One Tells You',
	shortTitle: 'CV Secrets',
	description:
		'How a CV is really read, first by software and then by a tired person, and how to write one that survives both. An 18-page guide with Word templates you can fill in tonight.',
	pricePence: 1499,
	currency: 'GBP',
	isFree: false,
	category: 'Career',
	downloadCount: 129,
	readingTime: '30 min read',
	pdfFileName: 'CV.zip',
	stripeProductId: 'prod_cv_secrets',
	comingSoon: false,
	previewContent: { pageCount: 18, format: 'PDF and Word files in a ZIP' },
	edition: { date: '2026-11-21', changes: 'First edition.' },
	rating: { value: 4.8, count: 120 },
}
