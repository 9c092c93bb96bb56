import type { Product } from '#shared/catalogue-schema.ts'
import { built } from './built.ts'

export const budgetPlanner: Product = {
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
	previewContent: {
		whatYouGet: [
			'The planner as a spreadsheet without macros, for Excel, LibreOffice and Google Sheets',
			'The same planner filled in as an example, so that you see where it is going',
			'A printable PDF version for those who think on paper',
			'A two-page how-to: set up in fifteen minutes, five minutes a week after that',
		],
		features: [
			'Spreads each loan instalment over the weeks until the next one',
			'Fixed costs, weekly spending and savings goals on one sheet each',
			'A dashboard that says what is safe to spend this week',
			'Works in pounds and needs no account, app or sign-in',
		],
		format: 'XLSX and PDF files in a ZIP',
		...built,
	},
	rating: { value: 4.7, count: 86 },
	edition: { date: '2026-11-21', changes: 'First edition.' },
}
