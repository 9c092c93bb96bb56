import type { CataloguedPicture } from '#catalogue/picture.ts'

/** A picture as the catalogue knows it, with the addresses of its files. */
export interface GalleryPicture
	extends Pick<CataloguedPicture, 'name' | 'alt' | 'caption' | 'width' | 'height'> {
	/** `srcset` in AVIF and in WebP. */
	avif: string
	webp: string
	/** The one file for a browser that knows neither `srcset` nor AVIF. */
	src: string
}

/** Joins what the catalogue says of its pictures with the addresses the build gave their files, widest last. */
export function assembleGallery(
	catalogued: readonly Pick<CataloguedPicture, 'name' | 'alt' | 'caption' | 'width' | 'height'>[],
	addresses: Readonly<Record<string, string>>,
): GalleryPicture[] {
	return catalogued.flatMap(({ name, alt, caption, width, height }) => {
		const files = Object.entries(addresses)
			.flatMap(([path, address]) => fileOf(name, path, address))
			.sort((a, b) => a.width - b.width)
		const srcset = (type: string) =>
			files
				.filter((file) => file.type === type)
				.map((file) => `${file.address} ${file.width}w`)
				.join(', ')
		const src = files.findLast((file) => file.type === 'webp')?.address
		return src === undefined
			? []
			: [{ name, alt, caption, width, height, avif: srcset('avif'), webp: srcset('webp'), src }]
	})
}

/** Files are called `<name>-<width>.<type>`. */
function fileOf(name: string, path: string, address: string) {
	const found = /\/([^/]+)-(\d+)\.(avif|webp)$/.exec(path)
	if (found === null || found[1] !== name) return []
	return [{ address, width: Number(found[2]), type: found[3] }]
}
