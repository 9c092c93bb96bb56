// Pictures that members have uploaded. Each is stored in fixed widths, and its files never change. Pages load this file, so it has no
// schemas.

/** The id of an uploaded picture. Nothing else in a document looks like it. */
export const mediaIdPattern = /^[0-9a-f]{32}$/

/** The widths in which pictures are stored, in pixels. */
const pictureWidths = [320, 640, 1280]

/** The file formats in which pictures are stored. */
export const pictureFormats = ['avif', 'webp'] as const

/** The most pixels that an uploaded picture may have: those of the best phones. */
export const mostPixels = 50_000_000

/** The most characters of an alternative text, and of what a picture is called. */
export const longestAlt = 300
export const longestPictureName = 200

/** Returns the widths in which a picture of this width is stored, its widest last. None is wider than the picture. */
export function storedWidths(width: number): number[] {
	const widest = Math.min(width, Math.max(...pictureWidths))
	return [...pictureWidths.filter((each) => each < widest), widest]
}

/** Returns the name of one file of a picture. */
export function mediaFileName(id: string, width: number, format: (typeof pictureFormats)[number]): string {
	return `${id}-${width}.${format}`
}

/** Where pictures are served. */
export const mediaFolder = '/media/'

/** Returns whether the name of a picture in a document is that of an uploaded one. The files of all others come with the software. */
export function isUploaded(name: unknown): name is string {
	return typeof name === 'string' && mediaIdPattern.test(name)
}

/** The part of a picture that is shown, as fractions of its width and height. */
export interface Crop {
	left: number
	top: number
	width: number
	height: number
}

/** Returns the addresses of an uploaded picture: `srcset` in AVIF, and its widest file in WebP for browsers without AVIF. */
export function mediaAddresses({ id, width }: { id: string; width: number }): { avif: string; src: string } {
	const widths = storedWidths(width)
	return {
		avif: widths.map((each) => `${mediaFolder}${mediaFileName(id, each, 'avif')} ${each}w`).join(', '),
		src: `${mediaFolder}${mediaFileName(id, widths.at(-1) ?? width, 'webp')}`,
	}
}
