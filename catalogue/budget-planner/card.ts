import type { ShelfProduct } from '#shared/catalogue-schema.ts'

export const card: ShelfProduct = {
	id: '3',
	slug: 'budget-planner',
	title: 'Student Budget Planner',
	shortTitle: 'Budget Planner',
	description:
		'A spreadsheet that turns three loan instalments into a weekly number you can spend without dread, with a printable version and a two-page how-to.',
	pricePence: 599,
	currency: 'GBP',
	isFree: false,
	category: 'Finance',
	downloadCount: 89,
	readingTime: '15 min set-up',
	pdfFileName: 'MonthlyBudget.zip',
	stripeProductId: 'prod_budget_planner',
	comingSoon: false,
	previewContent: { pageCount: 4, format: 'XLSX and PDF files in a ZIP' },
	edition: { date: '2026-11-21', changes: 'First edition.' },
	rating: { value: 4.7, count: 86 },
}
