import { catalogue } from './index.ts'

export interface MappedFile {
	title: string
	/** In the bucket `pdfs`. */
	fileName: string
	/** The product that the file belongs to; null if the shop does not offer it. */
	catalogueId: string | null
}

/** Titles of the specification's file map that are not on offer. */
const notOnOffer: readonly MappedFile[] = [
	{ title: 'North East guide', fileName: 'northeast-money-guide.zip', catalogueId: '4' },
	{ title: 'CV Guide', fileName: 'blank.pdf', catalogueId: null },
	{ title: 'LinkedIn Mastery', fileName: 'linkedin-mastery.zip', catalogueId: null },
	{ title: 'Interview Success Blueprint', fileName: 'interview-blueprint.zip', catalogueId: null },
]

/**
 * Every file the shop knows (docs/specification.md section 3). Being listed gives no access: links are signed only for
 * the `pdfFileName` of a released product.
 */
export const fileMap: readonly MappedFile[] = [
	...catalogue.flatMap(({ id, title, pdfFileName }) =>
		pdfFileName === null ? [] : [{ title, fileName: pdfFileName, catalogueId: id }],
	),
	...notOnOffer,
]
