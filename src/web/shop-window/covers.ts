import type { Product } from '#shared/catalogue-schema.ts'
import { assembleGallery, type GalleryPicture } from './gallery.ts'

const addresses = import.meta.glob<string>('/catalogue/*/gallery/01-cover-{320,640}.{avif,webp}', {
	eager: true,
	query: '?url',
	import: 'default',
})

/** A4, as every cover is. */
const sheet = { width: 1240, height: 1754 }

/** The cover of a product that has one printed. Its title always stands beside it, so it needs no words of its own. */
export function coverOf({ slug }: Product): GalleryPicture | undefined {
	const own = Object.entries(addresses).filter(([path]) => path.startsWith(`/catalogue/${slug}/`))
	return assembleGallery([{ name: '01-cover', alt: '', caption: null, ...sheet }], Object.fromEntries(own))[0]
}
