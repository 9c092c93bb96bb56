import { isUploaded, mediaFileName, mediaFolder, pictureFormats, storedWidths } from '#shared/media.ts'
import type { OfferedProduct } from '#shared/shop-state.ts'

const addresses = import.meta.glob<string>(
	[
		'/catalogue/*/gallery/*.avif',
		'/catalogue/*/gallery/*-1280.webp',
		'/catalogue/*/video/*.{avif,webp,webm,mp4,vtt}',
	],
	{ eager: true, query: '?url', import: 'default' },
)

/** Returns the URLs of a product's pictures and of its film, by the paths that they have or would have in the catalogue. */
export function filesOf({
	slug,
	gallery,
}: Pick<OfferedProduct, 'slug' | 'gallery'>): Readonly<Record<string, string>> {
	const folder = `/catalogue/${slug}/`
	const uploaded = gallery.filter(({ name }) => isUploaded(name))
	return Object.fromEntries([
		...Object.entries(addresses).flatMap(([path, address]) =>
			path.startsWith(folder) ? [[path.slice(folder.length - 1), address]] : [],
		),
		...uploaded.flatMap(({ name, width }) =>
			storedWidths(width).flatMap((each) =>
				pictureFormats.map((format) => {
					const file = mediaFileName(name, each, format)
					return [`/gallery/${file}`, mediaFolder + file]
				}),
			),
		),
	])
}
