import { gallery } from '#catalogue/budget-planner/gallery.ts'
import { assembleGallery } from '#web/shop-window/gallery.ts'

const addresses = import.meta.glob<string>('/catalogue/budget-planner/gallery/*.{avif,webp}', {
	eager: true,
	query: '?url',
	import: 'default',
})

export const pictures = assembleGallery(gallery, addresses)
