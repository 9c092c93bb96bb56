import { freeQuestions } from '#web/product-page/common-questions.ts'
import type { Question } from '#web/product-page/question-list.tsx'

export const questions: readonly Question[] = [
	{
		question: 'Is it for international students?',
		answer:
			'Yes, and for home students as well. Where the two differ, on visas, fees, banks or the doctor, both are written and marked.',
	},
	{
		question: 'How do I know that the rules in it still hold?',
		answer:
			'Each rule that can change carries the date on which we checked it and names the official page. Where the two differ, the official page is right.',
	},
	{
		question: 'What do I read it with?',
		answer:
			'It is one PDF: any phone, tablet or computer opens it. It has bookmarks and real headings, so a screen reader finds its way as well. It prints on A4.',
	},
	...freeQuestions,
]
