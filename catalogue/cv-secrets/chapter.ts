import type { Chapter } from '../product-page.ts'

/** Written by `npm run catalogue` with `chapter.html`; not edited by hand. */
export const chapter: Chapter = {
	file: 'CV-phone.pdf',
	title: 'The words of the advert',
	pages: [15, 16, 17],
	words: 436,
}
