import { type ProductPage, paidQuestions } from '../product-page.ts'
import { chapter } from './chapter.ts'
import { gallery, openGraph } from './gallery.ts'
import { cvSecrets } from './product.ts'

export const page: ProductPage = {
	product: cvSecrets,
	title: 'CV Secrets No One Tells You',
	description:
		'How software and a tired person really read a CV, and how to get through both. An 18-page guide, six filled CVs and Word templates, paid once.',
	author: 'Headstart',
	gallery,
	openGraph,
	chapter,
	notes: {
		inside: 'Page 8 is the one to read twice.',
		get: 'Short of time? Start with the one-hour plan.',
	},
	// From the chapters "Evidence lines" and "When nothing was measured".
	beforeAfter: [
		{
			before: 'Babysitting and tutoring.',
			after:
				'Tutored two GCSE pupils in maths weekly for a year, planning each lesson from the last week’s mistakes; both rose two grades.',
			why: 'Small and private work is real work. It needs a person who gained from it.',
		},
		{
			before: 'Knowledge of Python, Java, HTML, CSS, C++ and SQL.',
			after:
				'Wrote a timetable checker in Python that 140 students on my course use; it reads the public calendar each night and warns of clashes. 60 tests, code on request.',
			why: 'Six names prove less than one thing that others use.',
		},
		{
			before: 'Wrote a dissertation on trade in the eighteenth century.',
			after:
				'Read 400 customs entries in difficult handwriting, turned them into a table and showed that a third of one port’s trade went unrecorded. 11,000 words, mark 72.',
			why: 'Archive work is data work. Name the skill that the job will pay for.',
		},
	],
	openFirst: {
		file: 'CV-guide.pdf',
		why: 'Keep a template open beside it: you’ll write while you read. With a deadline tonight, open 1-One-hour-plan instead.',
	},
	questions: [
		{
			question: 'What do I need to open the files?',
			answer:
				'The guide is a PDF. The templates are Word files, which Google Docs, LibreOffice and Pages open as well. On a phone, use the Word or Google Docs app.',
		},
		{
			question: 'Is it right for international students?',
			answer:
				'Yes. It says what doesn’t belong in a CV here, such as a photograph or your date of birth; how to answer a form’s question about sponsorship; and what a sponsored job has to pay. One example CV has a degree and a job from Colombia, another is for a part-time job on a Student visa. It isn’t visa advice.',
		},
		{
			question: 'I have hardly any experience. Is it too early?',
			answer:
				'One chapter and two of the example CVs are for that case: where to look for evidence when there’s been no job yet.',
		},
		{
			question: 'Does it get past applicant tracking systems?',
			answer:
				'We couldn’t test employers’ own systems: they’re closed. Four text extractors read every example CV whole and in order, and the guide shows what they make of two columns.',
		},
		{
			question: 'Will it get me an interview?',
			answer:
				'Nobody can promise you that. It helps software to read your CV and a person to understand it; the job market does the rest.',
		},
		...paidQuestions,
	],
	related: [
		{ slug: 'student-guide', why: 'Work rules, tax codes and the rest of the first year' },
		{ slug: 'budget-planner', why: 'For the first wage, and the one after' },
	],
}
