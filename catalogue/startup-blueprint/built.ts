import type { Product } from '#shared/catalogue-schema.ts'

/** Read from the built files by `npm run catalogue`; not edited by hand. */
export const built: Pick<
	Product['previewContent'],
	'pageCount' | 'contents' | 'files' | 'furtherFiles' | 'access' | 'bytes'
> = {
	pageCount: 30,
	contents: [
		{ title: 'Four weeks on one page', page: 3 },
		{ title: 'Begin with a problem', page: 4 },
		{ title: 'Find fifteen people', page: 6 },
		{ title: 'Talk, and mostly listen', page: 8 },
		{ title: 'Read your notes honestly', page: 10 },
		{ title: 'Choose one promise', page: 11 },
		{ title: 'Count the cash', page: 13 },
		{ title: 'The page, line by line', page: 15 },
		{ title: 'Put it online, free', page: 18 },
		{ title: 'Agree on the result first', page: 20 },
		{ title: 'Bring 200 strangers', page: 22 },
		{ title: 'Decide', page: 24 },
		{ title: 'Take first orders', page: 26 },
		{ title: 'The law, briefly, for the UK', page: 29 },
	],
	files: [{ name: 'StartupBlueprint.pdf', format: 'PDF', bytes: 561_796, pages: 30 }],
	furtherFiles: [
		{ name: 'StartupBlueprint-phone.pdf', format: 'PDF', bytes: 600_613, pages: 48 },
		{ name: 'StartupBlueprint-read.json', format: 'JSON', bytes: 79_583, pages: null },
		{ name: 'StartupBlueprint.epub', format: 'EPUB', bytes: 172_710, pages: null },
		{ name: 'StartupBlueprint-worksheets.zip', format: 'ZIP', bytes: 167_133, pages: null },
	],
	access: ['tags', 'headings', 'descriptions', 'still'],
	bytes: 561_796,
}
