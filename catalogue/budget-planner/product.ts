import type { Product } from '#shared/catalogue-schema.ts'
import { built } from './built.ts'
import { card } from './card.ts'

export const budgetPlanner: Product = {
	...card,
	// A stand-alone document to fill in: neither a book nor software, as it has no macros.
	taxCode: 'txcd_10503000',
	previewContent: {
		...card.previewContent,
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
