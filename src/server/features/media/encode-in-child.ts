import { createHash } from 'node:crypto'
import { type Canvas, createCanvas, Image } from '@napi-rs/canvas'
import { imageSize } from 'image-size'
import type { ChildWork } from '#server/platform/child/run-limited.ts'
import { UnreadableFile } from '#server/platform/child/unreadable-file.ts'
import { type Crop, mostPixels, storedWidths } from '#shared/media.ts'
import { cutPicture, heightAt } from './cut-picture.ts'
import type { EncodedFacts } from './encode-picture.ts'

const taken = ['png', 'jpg', 'webp', 'avif']

/** Reads an uploaded picture, turns it upright, crops it and re-encodes it, so that nothing of the uploaded file remains. */
export const work: ChildWork<{ crop: Crop | null }, EncodedFacts> = async (
	{ crop },
	[bytes = new Uint8Array()],
) => {
	const { type, width, height } = facts(bytes)
	if (!taken.includes(type))
		throw new UnreadableFile(
			`This is ${type === 'svg' ? 'an SVG' : `a ${type.toUpperCase()}`}, which can’t be used. Save it as PNG, JPEG, WebP or AVIF, and upload that.`,
		)
	if (width * height > mostPixels)
		throw new UnreadableFile(
			`The picture has ${width} × ${height} pixels. It may have ${mostPixels / 1e6} million at most: make it smaller first.`,
		)
	if (!isWhole(type, Buffer.from(bytes)))
		throw new UnreadableFile('The picture is cut off: its end is missing. Export it again.')
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

function facts(bytes: Uint8Array): { type: string; width: number; height: number } {
	try {
		const { type = 'file', width, height } = imageSize(bytes)
		return { type, width, height }
	} catch (cause) {
		throw new UnreadableFile('This isn’t a picture that can be read. Use PNG, JPEG, WebP or AVIF.', { cause })
	}
}

/** Returns whether the end of a file is there. The decoder draws what is missing of a PNG or JPEG in black. */
function isWhole(type: string, bytes: Buffer): boolean {
	if (type === 'png') return bytes.includes('IEND')
	if (type === 'webp') return bytes.length >= bytes.readUInt32LE(4) + 8
	if (type !== 'jpg') return true
	// A preview in the metadata has an end of its own, so the segments before the pixels are skipped.
	let at = 2
	while (at + 4 < bytes.length && bytes[at + 1] !== 0xda) at += 2 + bytes.readUInt16BE(at + 2)
	return bytes.includes(Buffer.of(0xff, 0xd9), at)
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
