import { type ProductPage, paidQuestions } from '../product-page.ts'
import { chapter } from './chapter.ts'
import { gallery, openGraph } from './gallery.ts'
import { budgetPlanner } from './product.ts'
import { plannerVideo } from './video.ts'

export const page: ProductPage = {
	product: budgetPlanner,
	title: 'Student Budget Planner',
	description:
		'A spreadsheet that turns three loan instalments into one weekly number you can spend, with a printable version and a two-page how-to. Paid once.',
	author: 'Headstart',
	gallery,
	openGraph,
	chapter,
	video: plannerVideo,
	notes: {
		inside: 'Fifteen minutes to set up with last month’s statement open beside it.',
		get: 'Five minutes a week after that. Sunday evening works.',
		contents: 'Of the printable version. The spreadsheet has nine sheets.',
	},
	openFirst: {
		file: 'How-to.pdf',
		why: 'It’s two pages. Then give Budget-planner.xlsx fifteen minutes, with last month’s statement open beside it.',
	},
	questions: [
		{
			question: 'Which program do I need?',
			answer:
				'For the planner’s own page, only a browser: it’s made for a phone. For the spreadsheet, Excel, LibreOffice or Google Sheets. The last two cost nothing, and many universities give you the first. There are no macros. The two follow the same rules, but don’t exchange numbers.',
		},
		{
			question: 'My money doesn’t come in three loan instalments.',
			answer:
				'It needn’t. Type each income with its date and how often it comes: weekly, fortnightly, four-weekly, monthly, termly or once. The weekly number follows from the dates.',
		},
		{
			question: 'There are free budget planners, and my bank app has one. Why pay for this?',
			answer:
				'If your money comes every month or every week, they’re enough. Most count in months, and a bank app shows what has gone. This one is for money that comes in lumps: it works out how much of a loan instalment belongs to this week, whether rent is due before the loan arrives, and whether the money lasts if you go on as you are.',
		},
		{
			question: 'What if my rent goes up?',
			answer:
				'Add the extra as a fixed cost from that date and read the new number. If you were only wondering, empty the line again.',
		},
		{
			question: 'What if I type something wrong?',
			answer:
				'The row turns red, and the dashboard names it and says what’s wrong, such as a date typed as text. Rent of £0, a loan that’s in twice or payments pasted with their sign turned are asked about too. Until it’s mended there’s no number, because it would be a wrong one. A week for which nothing is typed counts as its weekly number, and you’re told.',
		},
		{
			question: 'I think better on paper.',
			answer:
				'The same planner is in the download as a short PDF to print: one sum, the fixed costs, week after week, and a look back.',
		},
		{
			question: 'Does it look into my bank account?',
			answer:
				'No. Your numbers are in a file of yours or in your browser, and nothing is sent anywhere. You type what you spent, about five minutes a week. Once a month you can type your balance: it shows the difference, and if the bank has less, no more than that is safe.',
		},
		...paidQuestions,
	],
	related: [
		{ slug: 'student-guide', why: 'The rules that cost money when missed' },
		{ slug: 'startup-blueprint', why: 'If the number is too small and you have an idea' },
	],
}
