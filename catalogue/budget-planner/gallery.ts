import type { OpenGraphPicture } from '#catalogue/gallery.ts'
import { type CataloguedPicture, guidePage } from '../gallery.ts'

/** A4, like the printed sheets. */
const sheet = { width: 1280, height: 1810 } as const
const screen = { source: 'example.pdf', kind: 'sheet', width: 1280 } as const

/** In the order in which the viewer shows them. */
export const gallery: readonly CataloguedPicture[] = [
	{
		...guidePage,
		name: '01-cover',
		kind: 'cover',
		source: 'cover.pdf',
		page: 1,
		alt: 'Cover of the Student Budget Planner: white title on moss green, with three pages fanned out below it.',
		caption: null,
	},
	{
		...screen,
		name: '02-dashboard',
		page: 2,
		crop: { left: 0.05, top: 0.085, width: 0.54, height: 0.835 },
		height: 1399,
		alt: 'The dashboard of the example: £103.12 safe to spend in week 6, whether it lasts, nothing to check, a comparison with the bank, where the money went, and three charts.',
		caption: 'One number for the week; the rest explains it.',
	},
	{
		...screen,
		name: '03-setup',
		page: 3,
		crop: { left: 0.05, top: 0.088, width: 0.57, height: 0.832 },
		height: 1321,
		alt: 'The set-up sheet of the example: three loan instalments, a bursary and wages, and fixed costs, each with its dates and how often it comes.',
		caption: 'Fifteen minutes, once. Yellow fields are yours.',
	},
	{
		...sheet,
		name: '04-how-to',
		kind: 'page',
		source: 'How-to.pdf',
		page: 1,
		alt: 'The first page of the how-to: how to open it in three programs, six steps to set it up, what to do when it asks you to check something, and how to read the result.',
		caption: 'Two pages, no more.',
	},
	{
		...sheet,
		name: '05-number',
		kind: 'page',
		source: 'Budget-planner-printable.pdf',
		page: 1,
		alt: 'The printable planner, page 1: boxes for the year’s three instalments, money in, money out and the weekly number that follows.',
		caption: 'The same sum on paper.',
	},
	{
		...sheet,
		name: '06-sixteen-weeks',
		kind: 'page',
		source: 'Budget-planner-printable.pdf',
		page: 3,
		alt: 'The printable planner, page 3: a table for sixteen weeks with what was spent and what is carried over.',
		caption: null,
	},
]

export const openGraph: OpenGraphPicture = {
	sheets: ['budget-planner/02-dashboard', 'budget-planner/03-setup', 'budget-planner/05-number'],
	alt: 'Student Budget Planner: white title on moss green beside the dashboard and two more real sheets.',
}
