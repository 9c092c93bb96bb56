import { freeQuestions, type ProductPageContent } from '../product-page.ts'
import { chapter } from './chapter.ts'
import { gallery, openGraph } from './gallery.ts'
import { startupBlueprint } from './product.ts'

export const handle: ProductPageContent = {
	product: startupBlueprint,
	title: 'The Startup Blueprint, free',
	description:
		'Four weeks from an idea to a page that measures whether anybody wants it: interviews, one promise, the landing page, counting. Free PDF with worksheets.',
	author: 'Headstart',
	gallery,
	openGraph,
	chapter,

	files: import.meta.glob<string>('./gallery/*.{avif,webp}', {
		eager: true,
		query: '?url',
		import: 'default',
	}),
	notes: {
		inside: 'Four weeks, seven worksheets. Print those; the rest reads well on a phone.',
		get: 'No code, no co-founder, no pitch deck. Those come later, if at all.',
		contents: 'In the order you will need them.',
	},
	questions: [
		{
			question: 'Do I have to be able to code?',
			answer:
				'No. You need a notebook, a phone, a free page builder and about ten hours a week for four weeks.',
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
	],
	related: [
		{ slug: 'cv-secrets', why: 'Projects count as evidence, written well' },
		{ slug: 'budget-planner', why: 'Know what you can spare before you start' },
	],
}
