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
	edition: { date: '2026-11-21', changes: 'First edition.' },
	rating: { value: 4.7, count: 86 },
	// A stand-alone document to fill in: neither a book nor software, as it has no macros.
	taxCode: 'txcd_10503000',
	previewContent: {
		format: 'XLSX and PDF files in a ZIP',
		whatYouGet: [
			'The planner as a spreadsheet without macros, for Excel, LibreOffice and Google Sheets: seven sheets, 52 weeks',
			'The same planner filled in as an example: one student’s year, with three instalments, a job and two goals',
			'A four-page printable PDF for those who think on paper',
			'A two-page how-to: set up in fifteen minutes, five minutes a week after that',
		],
		features: [
			'Spreads each loan instalment over the weeks until the next one, and moves what is left into the next stretch',
			'Room for 6 lumps of money, 4 weekly incomes, 12 fixed costs, 4 savings goals and 400 payments',
			'A dashboard with three charts that says what is safe to spend this week',
			'Works in pounds and needs no account, app or sign-in',
		],
		...built,
	},
}
