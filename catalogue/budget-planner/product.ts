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
	edition: {
		date: '2026-11-28',
		changes:
			'“Safe” is never more than the bank balance you type allows, and a week with nothing typed counts as its weekly number instead of nothing. The planner now asks before it gives a number if rent is missing, £0, paid once or ends early, if money looks counted twice, if pasted payments have their sign turned, if a date is after today, or if something stands outside the yellow fields. It works the same with a decimal comma. You can say what the account should never go below, type the pay that came in week by week, and name your own categories.',
	},
	earlierEditions: [
		{
			date: '2026-11-22',
			changes:
				'A row that can’t be counted turns red and is named instead of a number. Money may come and go weekly, fortnightly, four-weekly, monthly, termly or once. The week follows today’s date. What’s safe to spend is never more than the account can bear, and you see whether the money lasts at your pace. The planner compares itself with what the bank shows, and has room for 1,500 payments.',
			file: 'MonthlyBudget-2026-11-22.zip',
		},
		{ date: '2026-11-21', changes: 'First edition.', file: 'MonthlyBudget-2026-11-21.zip' },
	],
	rating: { value: 4.7, count: 86 },
	// A stand-alone document to fill in. It is not a book; nor is it software, because it has no macros.
	taxCode: 'txcd_10503000',
	previewContent: {
		format: 'XLSX and PDF files in a ZIP',
		whatYouGet: [
			'The planner on a page of its own, to fill in on your phone: this week’s number large, and your numbers only on your device',
			'The planner as a spreadsheet without macros, for Excel, LibreOffice and Google Sheets: nine sheets, 52 weeks',
			'The same planner filled in as an example: one student’s year, with three instalments, a job and two goals',
			'A four-page printable PDF for those who think on paper',
			'A two-page how-to: set up in fifteen minutes, five minutes a week after that',
		],
		features: [
			'Spreads each loan instalment over the weeks until the next one, and moves what’s left into the next stretch',
			'Never guesses: a row it can’t count, or that looks wrong, turns red, and the dashboard names it instead of giving a number',
			'Keeps a cushion if you want one, or counts an overdraft that you may use; takes the pay that came in, week by week; and uses your own categories',
			'Compares its plan with what your bank shows, never calls more than that safe, and says where a difference may come from',
			'Room for 12 incomes, 16 fixed costs, 4 savings goals and 1,500 payments: weekly, fortnightly, four-weekly, monthly, termly or once',
			'A dashboard with three charts that knows the week and says what’s safe to spend in it: never more than the account can bear until the next money comes',
			'Says whether the money lasts if you go on like the last four weeks, and in which week it wouldn’t',
			'Its answers were compared over 1,000 made-up plans, half of them with mistakes, with the same sums done without a spreadsheet',
			'Works in pounds, in a file of your own or on a page that keeps your numbers on your device: no link to your bank',
		],
		...built,
	},
}
