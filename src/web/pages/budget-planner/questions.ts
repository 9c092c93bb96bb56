import { paidQuestions } from '#web/product-page/common-questions.ts'
import type { Question } from '#web/product-page/question-list.tsx'

export const questions: readonly Question[] = [
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
]
