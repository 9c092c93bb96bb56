import { gallery } from '#catalogue/startup-blueprint/gallery.ts'
import { assembleGallery } from '#web/shop-window/gallery.ts'

const addresses = import.meta.glob<string>('/catalogue/startup-blueprint/gallery/*.{avif,webp}', {
	eager: true,
	query: '?url',
	import: 'default',
})

export const pictures = assembleGallery(gallery, addresses)
