import type { Product } from '#shared/catalogue-schema.ts'

/** Read from the built files by `npm run catalogue`; not edited by hand. */
export const built: Pick<
	Product['previewContent'],
	'pageCount' | 'contents' | 'files' | 'furtherFiles' | 'bytes'
> = {
	pageCount: 20,
	contents: [
		{ title: 'Four weeks on one page', page: 3 },
		{ title: 'Begin with a problem', page: 4 },
		{ title: 'Find fifteen people', page: 6 },
		{ title: 'Talk, and mostly listen', page: 8 },
		{ title: 'Read your notes honestly', page: 10 },
		{ title: 'Choose one promise', page: 11 },
		{ title: 'The page, line by line', page: 13 },
		{ title: 'Agree on the result first', page: 16 },
		{ title: 'Bring 200 strangers', page: 18 },
		{ title: 'Decide', page: 19 },
		{ title: 'The law, briefly, for the UK', page: 20 },
	],
	files: [{ name: 'StartupBlueprint.pdf', format: 'PDF', bytes: 508_193, pages: 20 }],
	furtherFiles: [
		{ name: 'StartupBlueprint-phone.pdf', format: 'PDF', bytes: 537_227, pages: 35 },
		{ name: 'StartupBlueprint-read.json', format: 'JSON', bytes: 32_089, pages: null },
		{ name: 'StartupBlueprint.epub', format: 'EPUB', bytes: 158_932, pages: null },
	],
	bytes: 508_193,
}
