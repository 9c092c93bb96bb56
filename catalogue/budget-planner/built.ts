import type { Product } from '#shared/catalogue-schema.ts'

/** Read from the built files by `npm run catalogue`; not edited by hand. */
export const built: Pick<
	Product['previewContent'],
	'pageCount' | 'contents' | 'files' | 'furtherFiles' | 'access' | 'bytes'
> = {
	pageCount: 4,
	contents: [
		{ title: 'The number for this stretch', page: 1 },
		{ title: 'Fixed costs', page: 2 },
		{ title: 'Sixteen weeks', page: 3 },
		{ title: 'Goals, and a look back', page: 4 },
	],
	files: [
		{ name: 'How-to.pdf', format: 'PDF', bytes: 59_949, pages: 2 },
		{ name: 'Budget-planner.xlsx', format: 'XLSX', bytes: 445_349, pages: null },
		{ name: 'Budget-planner-example.xlsx', format: 'XLSX', bytes: 452_880, pages: null },
		{ name: 'Budget-planner-printable.pdf', format: 'PDF', bytes: 55_114, pages: 4 },
	],
	furtherFiles: [
		{ name: 'MonthlyBudget-phone.pdf', format: 'PDF', bytes: 65_722, pages: 6 },
		{ name: 'MonthlyBudget-read.json', format: 'JSON', bytes: 8_432, pages: null },
		{ name: 'MonthlyBudget.epub', format: 'EPUB', bytes: 225_821, pages: null },
	],
	access: ['tags', 'headings', 'descriptions', 'still'],
	bytes: 560_397,
}
