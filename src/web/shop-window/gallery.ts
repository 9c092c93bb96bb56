/** One picture of a guide's gallery, with the files it comes in. */
export interface GalleryPicture {
	name: string
	/** What is on it, for whoever cannot see it. */
	alt: string
	/** What to look at: a note in the margin. */
	caption: string | null
	width: number
	height: number
	avif: string
	webp: string
	/** The one file for a browser that knows neither `srcset` nor AVIF. */
	src: string
}

/** What the catalogue says of a picture; its files lie beside it as `<name>-<width>.avif` and `.webp`. */
export type CataloguedPicture = Omit<GalleryPicture, 'avif' | 'webp' | 'src'>

/** Joins what the catalogue says of its pictures with the addresses the build gave their files. */
export function assembleGallery(
	catalogued: readonly CataloguedPicture[],
	addresses: Readonly<Record<string, string>>,
): GalleryPicture[] {
	return catalogued.flatMap((picture) => {
		const files = Object.entries(addresses).flatMap(([path, address]) => fileOf(picture.name, path, address))
		const srcset = (type: string) =>
			files
				.filter((file) => file.type === type)
				.map(({ address, width }) => `${address} ${width}w`)
				.join(', ')
		const src = files.findLast((file) => file.type === 'webp')?.address
		return src === undefined ? [] : [{ ...picture, avif: srcset('avif'), webp: srcset('webp'), src }]
	})
}

function fileOf(name: string, path: string, address: string) {
	const found = /\/([^/]+)-(\d+)\.(avif|webp)$/.exec(path)
	if (found === null || found[1] !== name) return []
	return [{ address, width: Number(found[2]), type: found[3] }]
}
