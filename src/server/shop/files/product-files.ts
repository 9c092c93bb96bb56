import type { Product } from '#shared/catalogue-schema.ts'

/** Returns the names of a product's stored files. */
export function filesOf(product: Product): string[] {
	const { pdfFileName } = product
	return pdfFileName === null ? otherFilesOf(product) : [pdfFileName, ...otherFilesOf(product)]
}

/** Returns the names of a product's stored files besides its main one: its other formats, and earlier editions that are kept. */
export function otherFilesOf({ previewContent, earlierEditions = [] }: Product): string[] {
	const earlier = earlierEditions.map(({ file }) => file).filter((name) => name !== null)
	return [...previewContent.furtherFiles.map(({ name }) => name), ...earlier]
}
