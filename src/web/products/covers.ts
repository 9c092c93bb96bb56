import { guidePage } from '#catalogue/picture.ts'
import type { ShelfProduct } from '#shared/catalogue-schema.ts'
import { assembleGallery, type GalleryPicture } from './gallery.ts'

const addresses = import.meta.glob<string>('/catalogue/*/gallery/01-cover-{320,640}.{avif,webp}', {
	eager: true,
	query: '?url',
	import: 'default',
})

/** The cover of a product that has one printed. Its title always stands beside it, so it needs no words of its own. */
export function coverOf({ slug }: ShelfProduct): GalleryPicture | undefined {
	const own = Object.entries(addresses).filter(([path]) => path.startsWith(`/catalogue/${slug}/`))
	return assembleGallery(
		[{ name: '01-cover', alt: '', caption: null, ...guidePage }],
		Object.fromEntries(own),
	)[0]
}
