import type { Product } from '#shared/catalogue-schema.ts'

/** Read from the built files by `npm run catalogue`; not edited by hand. */
export const built: Pick<
	Product['previewContent'],
	'pageCount' | 'contents' | 'files' | 'furtherFiles' | 'access' | 'bytes'
> = {
	pageCount: 28,
	contents: [
		{ title: 'How to use this guide', page: 3 },
		{ title: 'The first week', page: 4 },
		{ title: 'Arriving on a Student visa', page: 5 },
		{ title: 'Your health', page: 6 },
		{ title: 'A bank account', page: 8 },
		{ title: 'Council tax and the bills', page: 9 },
		{ title: 'Student Finance, for home students', page: 10 },
		{ title: 'A budget that survives November', page: 12 },
		{ title: 'Part-time work', page: 14 },
		{ title: 'Work rules on a Student visa', page: 15 },
		{ title: 'Renting a home', page: 17 },
		{ title: 'Deposits, damp and moving out', page: 19 },
		{ title: 'Studying so that it sticks', page: 20 },
		{ title: 'Marks, deadlines and rules', page: 22 },
		{ title: 'People, and settling in', page: 23 },
		{ title: 'When it gets heavy', page: 24 },
		{ title: 'Where help is', page: 25 },
		{ title: 'Careers, from the first year', page: 26 },
		{ title: 'Scams aimed at students', page: 27 },
		{ title: 'Where the figures come from', page: 28 },
	],
	files: [{ name: 'StudentGuide.pdf', format: 'PDF', bytes: 519_439, pages: 28 }],
	furtherFiles: [
		{ name: 'StudentGuide-phone.pdf', format: 'PDF', bytes: 588_159, pages: 70 },
		{ name: 'StudentGuide-read.json', format: 'JSON', bytes: 97_925, pages: null },
		{ name: 'StudentGuide.epub', format: 'EPUB', bytes: 137_251, pages: null },
	],
	access: ['tags', 'headings', 'descriptions', 'still'],
	bytes: 519_439,
}
