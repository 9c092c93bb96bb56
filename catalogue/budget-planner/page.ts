import { type ProductPageContent, paidQuestions } from '../product-page.ts'
import { chapter } from './chapter.ts'
import { gallery, openGraph } from './gallery.ts'
import { budgetPlanner } from './product.ts'
import { plannerVideo } from './video.ts'

export const handle: ProductPageContent = {
	product: budgetPlanner,
	title: 'Student Budget Planner',
	description:
		'A spreadsheet that turns three loan instalments into one weekly number you can spend, with a printable version and a two-page how-to. Paid once.',
	author: 'Headstart',
	gallery,
	openGraph,
	chapter,
	video: plannerVideo,
	files: import.meta.glob<string>('./{gallery,video}/*.{avif,webp,webm,mp4,vtt}', {
		eager: true,
		query: '?url',
		import: 'default',
	}),
	notes: {
		inside: 'Fifteen minutes to set up with last month’s statement open beside it.',
		get: 'Five minutes a week after that. Sunday evening works.',
		contents: 'Of the printable version. The spreadsheet has seven sheets.',
	},
	openFirst: {
		file: 'How-to.pdf',
		why: 'It’s two pages. Then give Budget-planner.xlsx fifteen minutes, with last month’s statement open beside it.',
	},
	questions: [
		{
			question: 'Which program do I need?',
			answer:
				'Excel, LibreOffice or Google Sheets. The last two cost nothing, and many universities give you the first. There are no macros. It opens on a phone, but a laptop is kinder to wide sheets.',
		},
		{
			question: 'My money does not come in three loan instalments.',
			answer:
				'It need not. You enter each lump with its date, whether it is a loan, a bursary or a transfer from home, and your weekly wages. The weekly number follows from the dates.',
		},
		{
			question: 'I think better on paper.',
			answer:
				'The same planner is in the download as a short PDF to print: one sum, the fixed costs, week after week, and a look back.',
		},
		{
			question: 'Does it look into my bank account?',
			answer:
				'No. It is a file on your own device. You type what you spent, about five minutes a week, and nothing is sent anywhere.',
		},
		...paidQuestions,
	],
	related: [
		{ slug: 'student-guide', why: 'The rules that cost money when missed' },
		{ slug: 'startup-blueprint', why: 'If the number is too small and you have an idea' },
	],
}
