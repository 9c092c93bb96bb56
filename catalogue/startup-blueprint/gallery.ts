import type { OpenGraphPicture } from '#catalogue/gallery.ts'
import { type CataloguedPicture, guidePage } from '../gallery.ts'

const sheet = { source: 'StartupBlueprint-phone.pdf', ...guidePage } as const

/** In the order of the viewer. */
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
		alt: 'Page 4, Four weeks on one page: what you do each week and what you have at the end of it.',
		caption: 'Stopping after four weeks is a good result too.',
	},
	{
		...sheet,
		name: '03-questions',
		kind: 'page',
		page: 12,
		alt: 'Page 12, Talk, and mostly listen: seven questions that work and three answers that are worth nothing.',
		caption: 'Ask what they did, never what they would do.',
	},
	{
		...sheet,
		name: '07-kind-answers',
		kind: 'page',
		page: 13,
		alt: 'Page 13, of the chapter Talk, and mostly listen: three kind answers that are worth nothing.',
		caption: null,
	},
	{
		...sheet,
		name: '04-worksheet',
		kind: 'page',
		page: 14,
		alt: 'Page 14, Worksheet 3: one sheet for each conversation, with lines to write on.',
		caption: 'The same sheet eight times.',
	},
	{
		...sheet,
		name: '08-worksheet-rest',
		kind: 'page',
		page: 15,
		alt: 'Page 15, the end of Worksheet 3: what the person gave, and how much it hurt, to circle.',
		caption: null,
	},
	{
		...sheet,
		name: '05-finished-page',
		kind: 'page',
		page: 23,
		alt: 'Page 23, The finished page: a whole landing page for rented laboratory kit, with its first draft below for comparison.',
		caption: '93 words, a price and one button, twice.',
	},
	{
		...sheet,
		name: '06-agree-first',
		kind: 'page',
		page: 27,
		alt: 'Page 27, Agree on the result first: what to count and how sure a small number can be.',
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
