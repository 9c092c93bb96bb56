import { catalogue } from './index.ts'

export interface MappedFile {
	title: string
	/** In the bucket `pdfs`. */
	fileName: string
	/** The product that the file belongs to; null if the catalogue has no such product. */
	catalogueId: string | null
}

/** Files that the specification names but no product in the catalogue delivers. */
const notOnOffer: readonly MappedFile[] = [
	{ title: 'North East guide', fileName: 'northeast-money-guide.zip', catalogueId: '4' },
	{ title: 'CV Guide', fileName: 'blank.pdf', catalogueId: null },
	{ title: 'LinkedIn Mastery', fileName: 'linkedin-mastery.zip', catalogueId: null },
	{ title: 'Interview Success Blueprint', fileName: 'interview-blueprint.zip', catalogueId: null },
]

/**
 * The main file of each product, and the files of the specification that are not on offer (docs/specification.md section 3).
 * Being listed gives no access: `shop.may_download` in the database decides who may download a file.
 */
export const fileMap: readonly MappedFile[] = [
	...catalogue.flatMap(({ id, title, pdfFileName }) =>
		pdfFileName === null ? [] : [{ title, fileName: pdfFileName, catalogueId: id }],
	),
	...notOnOffer,
]
