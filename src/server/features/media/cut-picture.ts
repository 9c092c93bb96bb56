import { UnreadableFile } from '#server/platform/child/unreadable-file.ts'
import { type Crop, storedWidths } from '#shared/media.ts'

interface Size {
	width: number
	height: number
}

/** The smallest picture that is worth showing. */
const leastPixels = 16
/** How many times as long as wide a picture may be, or as wide as long. */
const mostOblong = 5

/** Returns the pixels of a part of a picture, and the size in which it is stored. Throws `UnreadableFile` if it can't be shown. */
export function cutPicture(
	{ width, height }: Size,
	crop: Crop,
): { part: Size & { x: number; y: number }; stored: Size } {
	const x = Math.round(crop.left * width)
	const y = Math.round(crop.top * height)
	const part = {
		x,
		y,
		width: Math.min(Math.round(crop.width * width), width - x),
		height: Math.min(Math.round(crop.height * height), height - y),
	}
	if (Math.min(part.width, part.height) < leastPixels)
		throw new UnreadableFile(`The picture is too small: it needs ${leastPixels} pixels each way.`)
	const widest = storedWidths(part.width).at(-1) ?? part.width
	const tall = heightAt(part, widest)
	if (Math.max(widest / tall, tall / widest) > mostOblong)
		throw new UnreadableFile('The picture is too long and narrow. Cut it first.')
	return { part, stored: { width: widest, height: tall } }
}

/** Returns the height that a picture has in another width. */
export function heightAt({ width, height }: Size, to: number): number {
	return Math.round((height * to) / width)
}
