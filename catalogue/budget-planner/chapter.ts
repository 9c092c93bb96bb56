import type { Chapter } from '../product-page.ts'

/** Written by `npm run catalogue` with `chapter.html`; not edited by hand. */
export const chapter: Chapter = {
	file: 'How-to.pdf',
	title: 'Set up in fifteen minutes',
	pages: [1],
	words: 596,
}
