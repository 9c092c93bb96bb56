import { freeQuestions, type ProductPage } from '../product-page.ts'
import { chapter } from './chapter.ts'
import { gallery, openGraph } from './gallery.ts'
import { startupBlueprint } from './product.ts'

export const page: ProductPage = {
	product: startupBlueprint,
	title: 'The Startup Blueprint, free',
	description:
		'Four weeks from an idea to a page that measures whether anybody wants it: interviews, a promise, the cash, the landing page. Free PDF with worksheets.',
	author: 'Headstart',
	gallery,
	openGraph,
	chapter,
	notes: {
		inside: 'Ten worksheets, each a page to itself, to print or to fill in on screen.',
		get: 'No code, no co-founder, no pitch deck. Those come later, if at all.',
		contents: 'In the order you’ll need them.',
	},
	questions: [
		{
			question: 'Do I have to be able to code?',
			answer:
				'No. The landing page is a file in which you change the texts, and the guide says where to put it online, free. You need a notebook, a phone, a laptop for one afternoon and about ten hours a week for four weeks.',
		},
		{
			question: 'I’m on a Student visa. Can I do this?',
			answer:
				'You can learn all of this, but you can’t run a business, and a page with a price may already be too much. The last chapter says where the line is and names the official page to check; read it first.',
		},
		{
			question: 'What if nobody wants my idea?',
			answer:
				'Then you know after four weeks instead of two years. You decide beforehand which result means go on and which means stop, so you won’t talk yourself round afterwards.',
		},
		{
			question: 'What does it cost to start?',
			answer:
				'The four weeks cost about eight coffees. What it takes to serve your first customers depends on the idea: a worksheet adds up the cash that goes out before anybody pays you, and you set the most you can lose.',
		},
		...freeQuestions,
	],
	related: [
		{ slug: 'cv-secrets', why: 'Projects count as evidence, written well' },
		{ slug: 'budget-planner', why: 'Know what you can spare before you start' },
	],
}
