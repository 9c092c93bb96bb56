import { assembleGallery } from '#web/products/gallery.ts'
import type { ProductContent } from '#web/products/product-content.ts'
import { assembleVideo } from '#web/viewer/gallery-video.ts'

/** Joins the product's pictures and its film with the URLs of their files. */
export function picturesOf({ gallery, video: film, files, chapter }: ProductContent) {
	const isCompared = ({ kind }: (typeof gallery)[number]) => kind === 'before' || kind === 'after'
	const pages = assembleGallery(
		gallery.filter((picture) => !isCompared(picture)),
		files,
	)
	const compared = assembleGallery(gallery.filter(isCompared), files)
	const video = film && assembleVideo(film, files)
	// The cover is left out, because the top of the page shows it.
	const [cover, ...inside] = pages
	const all = [cover, video, ...inside, ...compared].filter((item) => item !== undefined)
	const isOfChapter = ({ source, page, crop }: (typeof gallery)[number]) =>
		source === chapter?.file && chapter.pages.includes(page) && crop === undefined
	const chapterPages = assembleGallery(gallery.filter(isOfChapter), files)
	return { pages, compared, video, inside, chapterPages, all }
}
