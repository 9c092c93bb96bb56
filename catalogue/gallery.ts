/** A picture in a product's gallery: a page or sheet of what is delivered, or the cover. */
export interface CataloguedPicture {
	/** Its files are `gallery/<name>-<width>.avif` and `.webp`. */
	name: string
	kind: 'cover' | 'page' | 'sheet' | 'before' | 'after'
	/** The document and the page that it shows. */
	source: string
	page: number
	/** The part of the page that is shown, as fractions of its width and height. Default: the whole page. */
	crop?: { left: number; top: number; width: number; height: number }
	/** The alternative text. */
	alt: string
	/** A note in the margin that says what to look at. */
	caption: string | null
	/** The size of the widest file in pixels. The build fails if it is wrong. */
	width: number
	height: number
}

/** The size of a whole page of a guide. `design/guide.typ` defines its shape. */
export const guidePage = { width: 1280, height: 2275 } as const

/** A short silent film of a product in use. `npm run catalogue` makes it from the product's files. */
export interface CataloguedVideo {
	/** Its files are `video/<name>.webm`, `.mp4` and, for the captions, `.vtt`. */
	name: string
	/** The size of the film and of the widest poster in pixels. */
	width: number
	height: number
	/** Rounded up. */
	seconds: number
	/** What the film shows, in one sentence, for people who cannot see it. */
	alt: string
	/** What happens from start to end, one paragraph for each scene. */
	transcript: readonly string[]
	/** The picture shown before the film plays: `video/<name>-<width>.avif`, `.webp` and `.jpg`. */
	poster: { name: string; widths: readonly number[]; alt: string }
	/** The language of the captions, and their label in a player. */
	captions: { language: string; label: string }
}

/** The picture in previews of a link: `catalogue/<slug>/open-graph.jpg`, drawn by `npm run catalogue`. */
export interface OpenGraphPicture {
	/** The gallery pictures that are fanned out on it, the top one first. Empty if there are no pages yet. */
	sheets: readonly string[]
	/** Its alternative text. */
	alt: string
}

export const openGraphSize = { width: 1200, height: 630 } as const

/** The preview picture of every page that is not about one product: `catalogue/design/open-graph.jpg`. */
export const siteOpenGraph: OpenGraphPicture = {
	sheets: ['student-guide/04-budget', 'cv-secrets/03-after', 'startup-blueprint/04-worksheet'],
	alt: 'Headstart: guides and templates for students and graduates, with three real pages fanned out.',
}
