import { paidQuestions } from '#web/product-page/common-questions.ts'
import type { Question } from '#web/product-page/question-list.tsx'

export const questions: readonly Question[] = [
	{
		question: 'What do I need to open the files?',
		answer:
			'The guide is a PDF. The templates are Word files, which Google Docs, LibreOffice and Pages open as well. Nothing has to be installed.',
	},
	{
		question: 'Is it right for international students?',
		answer:
			'Yes. It says what UK employers expect and what does not belong in a CV here, such as a photograph or your date of birth, and how to write about marks from elsewhere. It is not visa advice.',
	},
	{
		question: 'I have hardly any experience. Is it too early?',
		answer:
			'One template and one chapter are for that case: where to look for evidence when there has been no job yet, from tutoring a neighbour to a course project.',
	},
	{
		question: 'Will it get me an interview?',
		answer:
			'Nobody can promise you that. It helps your CV to be found by the software and understood by the person; the job market does the rest.',
	},
	...paidQuestions,
]
