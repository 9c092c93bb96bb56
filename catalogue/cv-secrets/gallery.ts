import type { OpenGraphPicture } from '#catalogue/gallery.ts'
import { type CataloguedPicture, guidePage } from '../gallery.ts'

const sheet = { source: 'CV-phone.pdf', ...guidePage } as const

/** In the order of the viewer. */
export const gallery: readonly CataloguedPicture[] = [
	{
		...sheet,
		name: '01-cover',
		kind: 'cover',
		page: 1,
		alt: 'Cover of CV Secrets No One Tells You: white title on petrol blue, with three pages fanned out below it.',
		caption: null,
	},
	{
		...sheet,
		name: '02-before',
		kind: 'before',
		page: 22,
		alt: 'A CV before: headed Curriculum Vitae, with age, marital status and street address, a paragraph of adjectives, a job without dates and a spelling mistake.',
		caption: 'No dates, so the software cannot count the experience.',
	},
	{
		...sheet,
		name: '03-after',
		kind: 'after',
		page: 24,
		alt: 'The same CV after: name and contact at the top, a short profile, a dated job and project with a number in every point.',
		caption: 'The same person and the same facts, forty minutes later.',
	},
	{
		...sheet,
		name: '04-three-readers',
		kind: 'page',
		page: 4,
		alt: 'Page 4, What actually happens to your CV: a table of its three readers, what each wants and when each gives up.',
		caption: 'Read three times, by readers who want different things.',
	},
	{
		...sheet,
		name: '08-advert',
		kind: 'page',
		page: 12,
		alt: 'Page 12, The words of the advert: five steps with two pens, and an advert for a marketing assistant taken apart.',
		caption: 'This chapter is free to read: its text is on the page.',
	},
	{
		...sheet,
		name: '09-advert-answers',
		kind: 'page',
		page: 13,
		alt: 'Page 13, the rest of the chapter The words of the advert: an advert taken apart, and how different each CV should be.',
		caption: null,
	},
	{
		...sheet,
		name: '05-evidence',
		kind: 'page',
		page: 14,
		alt: 'Page 14, Evidence lines: a formula in four parts, and three lines before and after, from a shop, a society and a group project, with a line to write your own.',
		caption: 'You do not need a better job to write a better line.',
	},
	{
		...sheet,
		name: '06-letter',
		kind: 'page',
		page: 28,
		alt: 'Page 28: what to write about visas, then a whole cover letter of four paragraphs with notes on why it works.',
		caption: 'Under 200 words, and it could not be sent to anybody else.',
	},
	{
		...sheet,
		name: '07-last-ten-minutes',
		kind: 'page',
		page: 32,
		alt: 'Page 32, The last ten minutes: eleven checks with boxes to tick and a filled-in table that keeps score of applications.',
		caption: 'To run before each application.',
	},
]

export const openGraph: OpenGraphPicture = {
	sheets: ['cv-secrets/05-evidence', 'cv-secrets/06-letter', 'cv-secrets/04-three-readers'],
	alt: 'CV Secrets No One Tells You: white title on petrol blue beside three real pages, evidence lines on top.',
}
