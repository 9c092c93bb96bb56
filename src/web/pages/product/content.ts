import type { ProductPageContent } from '#catalogue/product-page.ts'
import { assembleGallery } from '#web/products/gallery.ts'
import { assembleVideo } from '#web/viewer/gallery-video.ts'

/** Returns the product's content, which its route exports as `handle` (`catalogue/<slug>/page.ts`). */
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
