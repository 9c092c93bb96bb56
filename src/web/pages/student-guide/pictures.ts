import { gallery } from '#catalogue/student-guide/gallery.ts'
import { assembleGallery } from '#web/shop-window/gallery.ts'

const addresses = import.meta.glob<string>('/catalogue/student-guide/gallery/*.{avif,webp}', {
	eager: true,
	query: '?url',
	import: 'default',
})

export const pictures = assembleGallery(gallery, addresses)
