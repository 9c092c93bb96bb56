import type { Chapter } from '../product-page.ts'

/** Written by `npm run catalogue` with `chapter.html`; not edited by hand. */
export const chapter: Chapter = {
	file: 'StudentGuide-phone.pdf',
	title: 'The first week',
	pages: [7, 8],
	words: 366,
}
