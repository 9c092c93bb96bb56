import type { OpenGraphPicture } from '#catalogue/gallery.ts'
import { type CataloguedPicture, guidePage } from '../gallery.ts'

const sheet = { source: 'CV-phone.pdf', ...guidePage } as const
/** A whole A4 page. */
const printedPage = { page: 1, kind: 'page', width: 1280, height: 1810 } as const
/** The part of a page that holds all of Ada's CV. */
const upperPart = {
	page: 1,
	crop: { left: 0.08, top: 0.02, width: 0.84, height: 0.6594 },
	width: 1280,
	height: 1421,
} as const

/** In the order in which the viewer shows them. */
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
		...upperPart,
		source: '5-CV-before.pdf',
		name: '02-before',
		kind: 'before',
		alt: 'A CV before: headed Curriculum Vitae, with age, marital status and street address, a paragraph of adjectives, dates in three styles and a spelling mistake.',
		caption: 'Nothing says which job she wants.',
	},
	{
		...upperPart,
		source: '5-CV-after.pdf',
		name: '03-after',
		kind: 'after',
		alt: 'The same CV after: name and contact at the top, a short profile, a dated job and project with a number in every point.',
		caption: 'The same person and the same facts, forty minutes later.',
	},
	{
		...printedPage,
		source: '4-Example-graduate.pdf',
		name: '11-example-graduate',
		alt: 'Example CV in the clear design: Priya Nair, a graduate, with each job and its dates on one line.',
		caption: 'One of six filled CVs: clear design, experience first.',
	},
	{
		...printedPage,
		source: '4-Example-first-year.pdf',
		name: '12-example-first-year',
		alt: 'Example CV in the classic design: Callum Reid, a first-year student, with education before coaching, a fish bar and caring.',
		caption: 'Classic design, education first: what a first-year student can show.',
	},
	{
		...printedPage,
		source: '4-Example-technical.pdf',
		name: '13-example-technical',
		alt: 'Example CV in the modern design: Yusuf Rahman, a computer science student, with blue headings, and tools before a placement and two projects.',
		caption: 'Modern design, skills first. All three are one column.',
	},
	{
		...sheet,
		name: '04-three-readers',
		kind: 'page',
		page: 4,
		alt: 'What actually happens to your CV: its three readers, what each wants and when each gives up.',
		caption: 'Read three times, by readers who want different things.',
	},
	{
		...sheet,
		name: '14-software-sees',
		kind: 'page',
		page: 9,
		alt: 'What the software sees: the lines that a program reads in a CV with two columns, where the name and the email are missing, and the start of those in one column.',
		caption: 'What a program really read, line by line.',
	},
	{
		...sheet,
		name: '08-advert',
		kind: 'page',
		page: 15,
		alt: 'The words of the advert: five steps with two pens.',
		caption: 'This chapter is free to read: its text is on the page.',
	},
	{
		...sheet,
		name: '09-advert-worked',
		kind: 'page',
		page: 16,
		alt: 'The words of the advert goes on: an advert for a marketing assistant taken apart, three lines that answer it, and where to say a skill.',
		caption: 'An advert, taken apart line by line.',
	},
	{
		...sheet,
		name: '10-advert-different',
		kind: 'page',
		page: 17,
		alt: 'The end of The words of the advert: how different each CV should be, and what to do with a vague advert.',
		caption: 'Not every application needs a new CV.',
	},
	{
		...sheet,
		name: '05-evidence',
		kind: 'page',
		page: 18,
		alt: 'Evidence lines: a formula in four parts, and a line from a shop before and after.',
		caption: 'You don’t need a better job to write a better line.',
	},
	{
		...printedPage,
		source: 'CV-guide.pdf',
		name: '06-letter',
		page: 15,
		alt: 'Page 15 of the A4 edition: a panel for readers who learnt to write CVs elsewhere, then a whole cover letter of four paragraphs.',
		caption: 'Under 200 words, and it couldn’t be sent to anybody else.',
	},
	{
		...sheet,
		name: '07-last-ten-minutes',
		kind: 'page',
		page: 41,
		alt: 'The last ten minutes: eleven checks with boxes to tick.',
		caption: 'To run before each application.',
	},
]

export const openGraph: OpenGraphPicture = {
	sheets: ['cv-secrets/05-evidence', 'cv-secrets/03-after', 'cv-secrets/04-three-readers'],
	alt: 'CV Secrets No One Tells You: white title on petrol blue beside three real pages, evidence lines on top.',
}
