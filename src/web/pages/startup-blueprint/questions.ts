import { freeQuestions } from '#web/product-page/common-questions.ts'
import type { Question } from '#web/product-page/question-list.tsx'

export const questions: readonly Question[] = [
	{
		question: 'Do I have to be able to code?',
		answer:
			'No. You need a notebook, a telephone, a free page builder and about ten hours a week for four weeks.',
	},
	{
		question: 'I am on a Student visa. May I do this?',
		answer:
			'You may learn all of this, and you may not run a business. The page on the law says where the line is and names the official page to check; read it first.',
	},
	{
		question: 'What if nobody wants my idea?',
		answer:
			'Then you know after four weeks instead of two years. You decide beforehand which result means go on and which means stop, so that a warm feeling cannot change it.',
	},
	...freeQuestions,
]
