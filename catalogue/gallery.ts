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

/** A short silent film of a product in use, drawn from its real files by `npm run catalogue`. */
export interface CataloguedVideo {
	/** Files beside the list, under `video/`: `<name>.webm`, `<name>.mp4` and the captions `<name>.vtt`. */
	name: string
	/** Pixels of both films and of the widest poster. */
	width: number
	height: number
	/** Whole seconds, rounded up. */
	seconds: number
	/** What the film shows, in one sentence, for whoever cannot see it. */
	alt: string
	/** What happens from start to end, one paragraph each: the film in words. */
	transcript: readonly string[]
	/** The still picture before it plays: `video/<name>-<width>.avif`, `.webp` and `.jpg`. */
	poster: { name: string; widths: readonly number[]; alt: string }
	/** The captions' language and the label a player shows for them. */
	captions: { language: string; label: string }
}

/** The picture in previews of a link: `catalogue/<slug>/open-graph.jpg`, drawn by `npm run catalogue`. */
export interface OpenGraphPicture {
	/** Pictures of galleries that are fanned out on it, the top one first; none if there are no pages yet. */
	sheets: readonly string[]
	/** Its alternative text. */
	alt: string
}

export const openGraphSize = { width: 1200, height: 630 } as const

/** The picture of all pages that are not about one product: `catalogue/design/open-graph.jpg`. */
export const siteOpenGraph: OpenGraphPicture = {
	sheets: ['student-guide/04-budget', 'cv-secrets/03-after', 'startup-blueprint/04-worksheet'],
	alt: 'Headstart: guides and templates for students and graduates, with three real pages fanned out.',
}
