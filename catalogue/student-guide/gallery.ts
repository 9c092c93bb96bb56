import type { OpenGraphPicture } from '#catalogue/gallery.ts'
import { type CataloguedPicture, guidePage } from '../gallery.ts'

const sheet = { source: 'StudentGuide-phone.pdf', ...guidePage } as const

/** In the order of the viewer. */
export const gallery: readonly CataloguedPicture[] = [
	{
		...sheet,
		name: '01-cover',
		kind: 'cover',
		page: 1,
		alt: 'Cover of the Student Guide: white title on petrol blue, with three pages fanned out below it.',
		caption: null,
	},
	{
		...sheet,
		name: '02-first-week',
		kind: 'page',
		page: 6,
		alt: 'Page 6, The first week: seven jobs with boxes to tick, what can wait, and who may register to vote.',
		caption: 'Seven jobs, half a day. The rest of the year is easier after them.',
	},
	{
		...sheet,
		name: '08-can-wait',
		kind: 'page',
		page: 7,
		alt: 'Page 7, the rest of the chapter The first week: what can wait, and who may register to vote.',
		caption: null,
	},
	{
		...sheet,
		name: '03-health',
		kind: 'page',
		page: 10,
		alt: 'Page 10, Your health: registering with a doctor, a table of who to go to, and vaccinations worth checking.',
		caption: 'Who to go to, by what is wrong.',
	},
	{
		...sheet,
		name: '04-budget',
		kind: 'page',
		page: 22,
		alt: 'Page 22, A budget that survives November: a worked autumn term that ends in a weekly number of £145.',
		caption: 'One sum on the day the loan arrives.',
	},
	{
		...sheet,
		name: '05-visa-work',
		kind: 'page',
		page: 28,
		alt: 'Page 28, Work rules on a Student visa: what counts as an hour, what is not allowed, when it is vacation.',
		caption: 'Twenty hours, Monday to Sunday, and what counts as one.',
	},
	{
		...sheet,
		name: '06-studying',
		kind: 'page',
		page: 38,
		alt: 'Page 38, Studying so that it sticks: testing yourself over several days, reading, writing and a week of forty hours.',
		caption: 'A lecture in three goes, twenty minutes in all.',
	},
	{
		...sheet,
		name: '07-where-help-is',
		kind: 'page',
		page: 48,
		alt: 'Page 48, Where help is: three tables of telephone numbers and addresses, for now, tonight and this week.',
		caption: 'The page to photograph.',
	},
]

export const openGraph: OpenGraphPicture = {
	sheets: ['student-guide/02-first-week', 'student-guide/06-studying', 'student-guide/04-budget'],
	alt: 'Student Guide: white title on petrol blue beside three real pages, the first week on top.',
}
