import { access } from 'node:fs/promises'
import { join } from 'node:path'
import { type Canvas, createCanvas } from '@napi-rs/canvas'
import type { CataloguedPicture } from '#catalogue/picture.ts'
import { renderPage } from './pdf.ts'
import { rootDir } from './root-dir.ts'
import { writeChanged } from './write-file.ts'

const widths = [320, 640, 1280]
const encoders = {
	avif: (canvas: Canvas) => canvas.encode('avif', { quality: 62, speed: 5 }),
	webp: (canvas: Canvas) => canvas.encode('webp', 82),
}

/** Draws a picture in every width and format. Each width is drawn anew from the page: small type stays sharp. */
export async function drawPicture(
	slug: string,
	picture: CataloguedPicture,
	document: Uint8Array,
): Promise<void> {
	for (const width of widths) {
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

export async function isDrawn(slug: string, picture: CataloguedPicture): Promise<boolean> {
	const files = widths.flatMap((width) =>
		Object.keys(encoders).map((format) => join(rootDir, fileOf(slug, picture, width, format))),
	)
	const found = await Promise.allSettled(files.map((file) => access(file)))
	return found.every(({ status }) => status === 'fulfilled')
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
