import type { OpenGraphPicture } from '#catalogue/gallery.ts'
import { type CataloguedPicture, guidePage } from '../gallery.ts'

const sheet = { source: 'StudentGuide-phone.pdf', ...guidePage } as const

/** In the order in which the viewer shows them. */
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
		page: 7,
		alt: 'The first week: seven jobs with boxes to tick, from enrolling to telling people your address.',
		caption: 'Seven jobs, half a day. The rest of the year is easier after them.',
	},
	{
		...sheet,
		name: '08-can-wait',
		kind: 'page',
		page: 8,
		alt: 'The rest of The first week: what can wait, who may register to vote, and where photo ID is needed.',
		caption: 'What can wait, and which elections need photo ID.',
	},
	{
		...sheet,
		name: '03-health',
		kind: 'page',
		page: 12,
		alt: 'Your health: registering with a doctor, and a table of who to go to, by what is wrong.',
		caption: 'Who to go to, by what is wrong.',
	},
	{
		...sheet,
		name: '04-budget',
		kind: 'page',
		page: 28,
		alt: 'A budget that survives November: a worked autumn term that ends in a weekly number of £145.',
		caption: 'One sum on the day the loan arrives.',
	},
	{
		...sheet,
		name: '05-visa-work',
		kind: 'page',
		page: 35,
		alt: 'Work rules on a Student visa: how many hours, what counts as one and what is not allowed.',
		caption: 'Twenty hours, Monday to Sunday, and what counts as one.',
	},
	{
		...sheet,
		name: '06-studying',
		kind: 'page',
		page: 48,
		alt: 'Studying so that it sticks: testing yourself over several days, and a lecture in three goes.',
		caption: 'A lecture in three goes, twenty minutes in all.',
	},
	{
		...sheet,
		name: '07-where-help-is',
		kind: 'page',
		page: 61,
		alt: 'Where help is: tables of phone numbers and addresses, for now and for tonight.',
		caption: 'The page to photograph.',
	},
]

export const openGraph: OpenGraphPicture = {
	sheets: ['student-guide/02-first-week', 'student-guide/06-studying', 'student-guide/04-budget'],
	alt: 'Student Guide: white title on petrol blue beside three real pages, the first week on top.',
}
