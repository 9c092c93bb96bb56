/** One picture of a product's gallery: a real page or sheet of what is delivered, or its cover. */
export interface CataloguedPicture {
	/** The pictures lie beside this list as `gallery/<name>-<width>.avif` and `.webp`. */
	name: string
	kind: 'cover' | 'page' | 'sheet' | 'before' | 'after'
	/** The document it is taken from, as the build names it, and the page of it. */
	source: string
	page: number
	/** The part of the page that is shown, as fractions of its width and height; the whole page without it. */
	crop?: { left: number; top: number; width: number; height: number }
	/** What is on it, for whoever cannot see it. */
	alt: string
	/** What to look at: a note in the margin. */
	caption: string | null
	/** Pixels of the widest file; the build fails where they are not those of the picture. */
	width: number
	height: number
}

/** A whole page of a guide, as large as its widest picture: the shape that `design/guide.typ` gives it. */
export const guidePage = { width: 1280, height: 2275 } as const
