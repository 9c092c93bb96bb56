import type { OpenGraphPicture } from '#catalogue/gallery.ts'
import { type CataloguedPicture, guidePage } from '../gallery.ts'

const sheet = { source: 'StartupBlueprint-phone.pdf', ...guidePage } as const

/** In the order in which the viewer shows them. */
export const gallery: readonly CataloguedPicture[] = [
	{
		...sheet,
		name: '01-cover',
		kind: 'cover',
		page: 1,
		alt: 'Cover of The Startup Blueprint: white title on claret, with three pages fanned out below it.',
		caption: null,
	},
	{
		...sheet,
		name: '02-four-weeks',
		kind: 'page',
		page: 4,
		alt: 'Four weeks on one page: what you do each week and what you have at the end of it.',
		caption: 'Stopping after four weeks is a good result too.',
	},
	{
		...sheet,
		name: '03-questions',
		kind: 'page',
		page: 12,
		alt: 'Talk, and mostly listen: ask about what they did, and seven questions that work.',
		caption: 'Ask what they did, never what they would do.',
	},
	{
		...sheet,
		name: '07-kind-answers',
		kind: 'page',
		page: 13,
		alt: 'Talk, and mostly listen goes on: three kind answers, and what to say to them.',
		caption: 'What people say to be kind, and what to ask instead.',
	},
	{
		...sheet,
		name: '04-worksheet',
		kind: 'page',
		page: 14,
		alt: 'Worksheet 3: the questions to write down after each conversation.',
		caption: 'In the A4 edition each worksheet is a page with lines to write on.',
	},
	{
		...sheet,
		name: '08-cash',
		kind: 'page',
		page: 20,
		alt: 'Count the cash: what twelve bags cost before the first sale, with new kit and with used kit.',
		caption: 'What leaves the account before anybody pays.',
	},
	{
		...sheet,
		name: '05-finished-page',
		kind: 'page',
		page: 25,
		alt: 'The finished page: a whole landing page for rented lab kit.',
		caption: 'It comes as a file, too, to make your own.',
	},
	{
		...sheet,
		name: '06-agree-first',
		kind: 'page',
		page: 31,
		alt: 'Agree on the result first: what to count, and why addresses aren’t buyers.',
		caption: 'The rule comes before the number.',
	},
]

export const openGraph: OpenGraphPicture = {
	sheets: [
		'startup-blueprint/02-four-weeks',
		'startup-blueprint/05-finished-page',
		'startup-blueprint/04-worksheet',
	],
	alt: 'The Startup Blueprint: white title on claret beside three real pages, the four weeks on top.',
}
