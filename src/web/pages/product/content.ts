import type { ProductPageContent } from '#catalogue/product-page.ts'
import type { Product } from '#shared/catalogue-schema.ts'
import { counted, formatBytes } from '#shared/wording.ts'
import { assembleGallery } from '#web/products/gallery.ts'
import { assembleVideo } from '#web/viewer/gallery-video.ts'

/** Returns the product's content, which its route exports as `handle` (`catalogue/<slug>/route.ts`). */
export function contentOf(matches: readonly ({ handle?: unknown } | undefined)[]): ProductPageContent {
	const content = matches.map((match) => match?.handle).find(isContent)
	if (content === undefined) throw new Error('This route has no product')
	return content
}

function isContent(handle: unknown): handle is ProductPageContent {
	return typeof handle === 'object' && handle !== null && 'product' in handle
}

/** Joins the product's pictures and video with the URLs of their files. */
export function picturesOf({ gallery, video: film, files, chapter }: ProductPageContent) {
	const isCompared = ({ kind }: (typeof gallery)[number]) => kind === 'before' || kind === 'after'
	const pages = assembleGallery(
		gallery.filter((picture) => !isCompared(picture)),
		files,
	)
	const compared = assembleGallery(gallery.filter(isCompared), files)
	const video = film && assembleVideo(film, files)
	// The cover is left out, because the top of the page shows it.
	const [cover, firstPage, ...otherPages] = pages
	const inside = [firstPage, video, ...otherPages].filter((item) => item !== undefined)
	const all = [cover, ...inside, ...compared].filter((item) => item !== undefined)
	const isOfChapter = ({ source, page, crop }: (typeof gallery)[number]) =>
		source === chapter?.file && chapter.pages.includes(page) && crop === undefined
	const chapterPages = assembleGallery(gallery.filter(isOfChapter), files)
	return { pages, compared, video, inside, chapterPages, all }
}

/**
 * Returns a line for each format in the download, such as "PDF, 18 pages" and "19 Word files". A last line has the size, such as
 * "In one ZIP, 188 kB".
 */
export function includedFiles({ previewContent: { files, bytes } }: Product): string[] {
	const of = (wanted: (typeof files)[number]['format']) => files.filter(({ format }) => format === wanted)
	const pdfs = of('PDF')
	const pageCount = pdfs.reduce((sum, { pages }) => sum + (pages ?? 0), 0)
	const size = bytes === null ? [] : [formatBytes(bytes)]
	return [
		...(pdfs.length === 0 ? [] : [`${counted(pdfs.length, 'PDF')}, ${pageCount} pages`]),
		...(of('DOCX').length === 0 ? [] : [counted(of('DOCX').length, 'Word file')]),
		...(of('XLSX').length === 0 ? [] : [counted(of('XLSX').length, 'spreadsheet')]),
		...size.map((weight) => (files.length > 1 ? `In one ZIP, ${weight}` : `${weight} to download`)),
	]
}
