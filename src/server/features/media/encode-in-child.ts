import { imageSize } from 'image-size'
import type { ChildWork } from '#server/platform/child/run-limited.ts'
import { UnreadableFile } from '#server/platform/child/unreadable-file.ts'
import { type Crop, mostPixels } from '#shared/media.ts'
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
	// Loaded only for a picture that can be used, because it takes longer than to refuse one.
	const { reencode } = await import('./reencode.ts')
	return await reencode(bytes, crop)
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
