import { z } from 'zod'
import { words } from './words.ts'

const fixed = 'It comes with the picture.'

const pixels = z.int().positive()
const fraction = z.number().min(0).max(1)

/** A picture in a product's gallery: a page or sheet of what is delivered, or the cover. */
export const pictureSchema = z.strictObject({
	/** Its files are `gallery/<name>-<width>.avif` and `.webp`. One that was uploaded has its id as its name. */
	name: z
		.string()
		.regex(/^[a-z0-9]+(-[a-z0-9]+)*$/)
		.meta({ title: 'Picture', fixed }),
	kind: z.enum(['cover', 'page', 'sheet', 'before', 'after']).meta({ title: 'What it is', fixed }),
	/** The document and the page that it shows. */
	source: z.string().min(1).meta({ title: 'From', fixed }),
	page: z.int().positive().meta({ title: 'Page', fixed }),
	/** The part of the page that is shown, as fractions of its width and height. Default: the whole page. */
	crop: z
		.strictObject({ left: fraction, top: fraction, width: fraction, height: fraction })
		.exactOptional()
		.meta({ title: 'Part', fixed }),
	/** The alternative text. */
	alt: words(300).meta({
		title: 'Alternative text',
		description: 'What it shows, for people who can’t see it.',
	}),
	/** A note in the margin that says what to look at. */
	caption: words(120).nullable().meta({ title: 'Note in the margin', description: 'What to look at.' }),
	/** The size of the widest file in pixels. The build fails if it is wrong. */
	width: pixels.meta({ title: 'Width', fixed }),
	height: pixels.meta({ title: 'Height', fixed }),
})

/** What the cover of each product in the catalogue is called. */
export const catalogueCover = '01-cover'

/** Returns the picture that stands for a product: the first that isn’t half of a comparison. */
export function coverIn<P extends { kind: string }>(gallery: readonly P[]): P | undefined {
	return gallery.find(({ kind }) => kind !== 'before' && kind !== 'after')
}

/** A short silent film of a product in use. `npm run catalogue` makes it from the product's files. */
export const videoSchema = z.strictObject({
	/** Its files are `video/<name>.webm`, `.mp4` and, for the captions, `.vtt`. */
	name: z.string().regex(/^[a-z0-9]+(-[a-z0-9]+)*$/),
	/** The size of the film and of the widest poster in pixels. */
	width: pixels,
	height: pixels,
	/** Rounded up. */
	seconds: z.int().positive(),
	/** What the film shows, in one sentence, for people who cannot see it. */
	alt: z.string().min(1),
	/** What happens from start to end, one paragraph for each scene. */
	transcript: z.array(z.string().min(1)).readonly(),
	/** The picture shown before the film plays: `video/<name>-<width>.avif`, `.webp` and `.jpg`. */
	poster: z.strictObject({
		name: z.string().min(1),
		widths: z.array(pixels).readonly(),
		alt: z.string().min(1),
	}),
	/** The language of the captions, and their label in a player. */
	captions: z.strictObject({ language: z.string().min(2), label: z.string().min(1) }),
})

/** The picture in previews of a link: `catalogue/<slug>/open-graph.jpg`, drawn by `npm run catalogue`. */
export const openGraphSchema = z.strictObject({
	/** The gallery pictures that are fanned out on it, the top one first. Empty if there are no pages yet. */
	sheets: z.array(z.string().min(1)).readonly().meta({ title: 'Pages on it', fixed }),
	/** Its alternative text. */
	alt: words(300).meta({ title: 'Alternative text' }),
})
