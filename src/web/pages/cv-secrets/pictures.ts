import { assembleGallery, type CataloguedPicture, type GalleryPicture } from '#web/shop-window/gallery.ts'

const catalogued = import.meta.glob<readonly CataloguedPicture[]>('/catalogue/cv-secrets/gallery.ts', {
	eager: true,
	import: 'gallery',
})
const addresses = import.meta.glob<string>('/catalogue/cv-secrets/gallery/*.{avif,webp}', {
	eager: true,
	query: '?url',
	import: 'default',
})

export const pictures: readonly GalleryPicture[] = assembleGallery(Object.values(catalogued).flat(), addresses)
