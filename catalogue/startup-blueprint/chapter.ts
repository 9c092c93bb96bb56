import type { Chapter } from '../product-page.ts'

/** Written by `npm run catalogue` with `chapter.html`; not edited by hand. */
export const chapter: Chapter = {
	file: 'StartupBlueprint.pdf',
	title: 'Talk, and mostly listen',
	pages: [8, 9],
	words: 394,
}
