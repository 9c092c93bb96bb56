import { createHash } from 'node:crypto'
import { type Canvas, createCanvas, Image } from '@napi-rs/canvas'
import { UnreadableFile } from '#server/platform/child/unreadable-file.ts'
import { type Crop, storedWidths } from '#shared/media.ts'
import { cutPicture, heightAt } from './cut-picture.ts'
import type { EncodedFacts } from './encode-picture.ts'

/** Decodes a picture, turns it upright, crops it and encodes it in each width and format. */
export async function reencode(
	bytes: Uint8Array,
	crop: Crop | null,
): Promise<{ output: EncodedFacts; files: Uint8Array[] }> {
	const widest = cutOut(await decode(bytes), crop)
	const files: Uint8Array[] = []
	let canvas = widest
	// Each is made of the next wider one.
	for (const each of storedWidths(widest.width).toReversed()) {
		canvas = each === canvas.width ? canvas : drawn(canvas, each, heightAt(canvas, each))
		files.unshift(...(await encode(canvas)))
	}
	const id = createHash('sha256')
		.update(`${widest.width}x${widest.height}`)
		.update(widest.data())
		.digest('hex')
		.slice(0, 32)
	return { output: { id, width: widest.width, height: widest.height }, files }
}

/** Decodes a picture; of an animated one, its first frame. The decoder turns it as its metadata says. */
async function decode(bytes: Uint8Array): Promise<Image> {
	const image = new Image()
	const read = Promise.withResolvers<void>()
	image.onload = () => read.resolve()
	image.onerror = () => read.reject(new UnreadableFile('The picture is damaged. Export it again.'))
	image.src = bytes
	await read.promise
	await image.decode()
	return image
}

function cutOut(image: Image, crop: Crop | null): Canvas {
	const { part, stored } = cutPicture(image, crop ?? { left: 0, top: 0, width: 1, height: 1 })
	return drawn(image, stored.width, stored.height, part)
}

function drawn(
	source: Image | Canvas,
	width: number,
	height: number,
	part = { x: 0, y: 0, width: source.width, height: source.height },
): Canvas {
	const canvas = createCanvas(width, height)
	const context = canvas.getContext('2d')
	context.imageSmoothingQuality = 'high'
	context.drawImage(source, part.x, part.y, part.width, part.height, 0, 0, width, height)
	return canvas
}

async function encode(canvas: Canvas): Promise<Uint8Array[]> {
	return [
		await canvas.encode('avif', { quality: canvas.width < 1280 ? 45 : 55, speed: 9, threads: 1 }),
		await canvas.encode('webp', 82),
	]
}
