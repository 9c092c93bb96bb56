import { freeQuestions, type ProductPage } from '../product-page.ts'
import { chapter } from './chapter.ts'
import { gallery, openGraph } from './gallery.ts'
import { studentGuide } from './product.ts'

export const page: ProductPage = {
	product: studentGuide,
	title: 'Student Guide, free',
	description:
		'Your first year at a UK university on 28 pages: doctor, bank, council tax, work and visa rules, renting, studying. Free, for home and international students.',
	author: 'Headstart',
	gallery,
	openGraph,
	chapter,
	notes: {
		inside: 'Read page 4 before you unpack. The rest keeps until the boxes are flat.',
		get: 'Rules change. Figures carry their year, and green lines say where and when we checked.',
	},
	questions: [
		{
			question: 'Is it for international students?',
			answer:
				'Yes, and for home students as well. Where the two differ, on visas, fees, banks or the doctor, both are there and marked. So is what is different on a master’s.',
		},
		{
			question: 'How do I know that the rules in it still hold?',
			answer:
				'The guide has a date, figures carry the year they hold for, and green lines name the official page and the day we compared it. The last page lists them all. Where the two differ, the official page is right.',
		},
		{
			question: 'What do I read it with?',
			answer:
				'The PDF of 28 pages is A4, to print or to read on a computer. The same text is also a page to read on a phone, from “Your guides”. Both have real headings, so a screen reader finds its way as well.',
		},
		...freeQuestions,
	],
	related: [
		{ slug: 'budget-planner', why: 'For the week after the loan arrives' },
		{ slug: 'cv-secrets', why: 'For the first part-time job' },
	],
}
