import type { Product } from '#shared/catalogue-schema.ts'

/** Read from the built files by `npm run catalogue`; not edited by hand. */
export const built: Pick<
	Product['previewContent'],
	'pageCount' | 'contents' | 'files' | 'furtherFiles' | 'bytes'
> = {
	pageCount: 18,
	contents: [
		{ title: 'What actually happens to your CV', page: 3 },
		{ title: 'The file', page: 4 },
		{ title: 'The top third', page: 6 },
		{ title: 'The words of the advert', page: 7 },
		{ title: 'Evidence lines', page: 8 },
		{ title: 'No experience? Look again', page: 11 },
		{ title: 'One CV, before', page: 12 },
		{ title: 'The same CV, after', page: 13 },
		{ title: 'The letter', page: 14 },
		{ title: 'Help from machines', page: 16 },
		{ title: 'The last ten minutes', page: 17 },
		{ title: 'Questions people ask', page: 18 },
	],
	files: [
		{ name: 'CV-guide.pdf', format: 'PDF', bytes: 358_344, pages: 18 },
		{ name: 'CV-template-student.docx', format: 'DOCX', bytes: 10_848, pages: null },
		{ name: 'CV-template-graduate.docx', format: 'DOCX', bytes: 10_894, pages: null },
		{ name: 'CV-before.docx', format: 'DOCX', bytes: 10_372, pages: null },
		{ name: 'CV-after.docx', format: 'DOCX', bytes: 10_701, pages: null },
		{ name: 'Cover-letter-template.docx', format: 'DOCX', bytes: 10_449, pages: null },
		{ name: 'Verbs-and-achievements.docx', format: 'DOCX', bytes: 12_863, pages: null },
	],
	furtherFiles: [
		{ name: 'CV-phone.pdf', format: 'PDF', bytes: 387_559, pages: 35 },
		{ name: 'CV-read.json', format: 'JSON', bytes: 35_919, pages: null },
		{ name: 'CV.epub', format: 'EPUB', bytes: 123_710, pages: null },
	],
	bytes: 397_291,
}
