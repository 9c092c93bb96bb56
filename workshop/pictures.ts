import { type Canvas, createCanvas } from '@napi-rs/canvas'
import type { CataloguedPicture, OpenGraphPicture } from '../catalogue/gallery.ts'
import { fingerprint, readDrawn, rememberDrawn } from './drawn.ts'
import { renderPage } from './pdf.ts'
import { isMissing, writeChanged } from './write-file.ts'

export const galleryWidths = [320, 640, 1280]
// Smaller pictures have a lower quality. They are for phones, whose pixels are too small to show the difference.
const avifQuality = (width: number) => (width < 1280 ? 38 : 52)
const encoders = {
	avif: (canvas: Canvas) => canvas.encode('avif', { quality: avifQuality(canvas.width), speed: 4 }),
	webp: (canvas: Canvas) => canvas.encode('webp', 82),
}
/** Increase this number when a change to this file makes the pictures different, so that every picture is drawn again. */
const drawing = 2

/** A document whose pages are drawn. */
export interface ShownDocument {
	name: string
	/** Pictures are drawn again only if these bytes change. */
	source: Uint8Array
	/** Returns its pages; undefined on a machine that cannot print it. */
	print: () => Promise<Uint8Array | undefined>
}

export interface Gallery {
	gallery: readonly CataloguedPicture[]
	openGraph: OpenGraphPicture
}

/** Reads `catalogue/<slug>/gallery.ts`. */
export async function readGallery(slug: string): Promise<Gallery> {
	return await import(`../catalogue/${slug}/gallery.ts`)
}

/** Draws the pictures that are missing or whose document has changed. */
export async function drawGallery(
	slug: string,
	gallery: readonly CataloguedPicture[],
	documents: readonly ShownDocument[],
	isDrawingAll: boolean,
): Promise<void> {
	const printed = new Map<string, Uint8Array | undefined>()
	for (const picture of gallery) {
		const document = documents.find(({ name }) => name === picture.source)
		if (document === undefined) throw new Error(`${slug} has no ${picture.source}`)
		const of = pictureSource(picture, document.source)
		const place = `catalogue/${slug}/gallery/${picture.name}`
		if (!isDrawingAll && readDrawn()[place] === of && (await isDrawn(slug, picture))) continue
		if (!printed.has(document.name)) printed.set(document.name, await document.print())
		const pages = printed.get(document.name)
		if (pages === undefined) {
			console.log(`kept     ${place}: its sheet needs LibreOffice (soffice) to be printed`)
			continue
		}
		await drawPicture(slug, picture, pages)
		await rememberDrawn(place, of)
	}
}

/** Returns a checksum of what a picture depends on: its document and the part shown, not the texts about it. */
export function pictureSource(picture: CataloguedPicture, document: Uint8Array): string {
	const { alt: _, caption: __, ...drawn } = picture
	return fingerprint(document, JSON.stringify({ ...drawn, drawing }))
}

/** Draws a picture in every width and format. Each width is drawn from the page, so that small type stays sharp. */
async function drawPicture(slug: string, picture: CataloguedPicture, document: Uint8Array): Promise<void> {
	for (const width of galleryWidths) {
		const pageWidth = Math.round(width / (picture.crop?.width ?? 1))
		const canvas = cut(await renderPage(document, picture.page, pageWidth), picture, width)
		if (width === picture.width && canvas.height !== picture.height) {
			throw new Error(
				`${slug}/${picture.name} is ${canvas.width} x ${canvas.height}, gallery.ts says otherwise`,
			)
		}
		for (const [format, encode] of Object.entries(encoders)) {
			await writeChanged(fileOf(slug, picture, width, format), await encode(canvas))
		}
	}
}

async function isDrawn(slug: string, picture: CataloguedPicture): Promise<boolean> {
	const files = galleryWidths.flatMap((width) =>
		Object.keys(encoders).map((format) => fileOf(slug, picture, width, format)),
	)
	return !(await Promise.all(files.map(isMissing))).includes(true)
}

function fileOf(slug: string, picture: CataloguedPicture, width: number, format: string): string {
	return `catalogue/${slug}/gallery/${picture.name}-${width}.${format}`
}

function cut(page: Canvas, { crop }: CataloguedPicture, width: number): Canvas {
	if (crop === undefined) return page
	const height = Math.round(page.height * crop.height)
	const part = createCanvas(width, height)
	part
		.getContext('2d')
		.drawImage(page, -Math.round(page.width * crop.left), -Math.round(page.height * crop.top))
	return part
}
