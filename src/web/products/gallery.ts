import type { CataloguedPicture } from '#catalogue/gallery.ts'

/** A picture of the catalogue with the URLs of its files. */
export interface GalleryPicture
	extends Pick<CataloguedPicture, 'name' | 'alt' | 'caption' | 'width' | 'height'> {
	/** `srcset` in AVIF. */
	avif: string
	/** The file in WebP for browsers without AVIF. They are too few to choose between sizes. */
	src: string
}

/** Joins pictures of the catalogue with the URLs of their files, and sorts each picture's files by width. */
export function assembleGallery(
	catalogued: readonly Pick<CataloguedPicture, 'name' | 'alt' | 'caption' | 'width' | 'height'>[],
	addresses: Readonly<Record<string, string>>,
): GalleryPicture[] {
	return catalogued.flatMap(({ name, alt, caption, width, height }) => {
		const files = Object.entries(addresses)
			.flatMap(([path, address]) => fileOf(name, path, address))
			.sort((a, b) => a.width - b.width)
		const avif = files
			.filter(({ type }) => type === 'avif')
			.map((file) => `${file.address} ${file.width}w`)
			.join(', ')
		const src = files.findLast((file) => file.type === 'webp')?.address
		return src === undefined ? [] : [{ name, alt, caption, width, height, avif, src }]
	})
}

/** Returns a picture without its largest files, which only the viewer needs. */
export function asThumbnail(picture: GalleryPicture): GalleryPicture {
	return { ...picture, avif: picture.avif.replace(/, [^,]+ 1280w$/, '') }
}

/** Parses the path of a file, which ends in `<name>-<width>.<type>`. */
function fileOf(name: string, path: string, address: string) {
	const found = /\/([^/]+)-(\d+)\.(avif|webp)$/.exec(path)
	if (found === null || found[1] !== name) return []
	return [{ address, width: Number(found[2]), type: found[3] }]
}
