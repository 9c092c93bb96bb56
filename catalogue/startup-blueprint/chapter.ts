import type { Chapter } from '../product-page.ts'

/** Written by `npm run catalogue` with `chapter.html`; not edited by hand. */
export const chapter: Chapter = {
	file: 'StartupBlueprint-phone.pdf',
	title: 'Talk, and mostly listen',
	pages: [12, 13, 14],
	words: 419,
}
