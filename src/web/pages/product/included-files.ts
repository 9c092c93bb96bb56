import type { Product } from '#shared/catalogue-schema.ts'
import { counted, formatBytes } from '#shared/wording.ts'

/**
 * Returns a line for each format in the download, such as "PDF, 18 pages" and "19 Word files". A last line has the size, such as
 * "In one ZIP, 188 kB".
 */
export function includedFiles({
	files,
	bytes,
}: Pick<Product['previewContent'], 'files' | 'bytes'>): string[] {
	const of = (wanted: (typeof files)[number]['format']) => files.filter(({ format }) => format === wanted)
	const pdfs = of('PDF')
	const pageCount = pdfs.reduce((sum, { pages }) => sum + (pages ?? 0), 0)
	const size = bytes === null ? [] : [formatBytes(bytes)]
	return [
		...(pdfs.length === 0
			? []
			: [`${counted(pdfs.length, 'PDF')}${pageCount === 0 ? '' : `, ${counted(pageCount, 'page')}`}`]),
		...(of('EPUB').length === 0 ? [] : [counted(of('EPUB').length, 'e-book')]),
		...(of('DOCX').length === 0 ? [] : [counted(of('DOCX').length, 'Word file')]),
		...(of('XLSX').length === 0 ? [] : [counted(of('XLSX').length, 'spreadsheet')]),
		...size.map((weight) => (files.length > 1 ? `In one ZIP, ${weight}` : `${weight} to download`)),
	]
}
