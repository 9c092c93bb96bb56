import { gallery } from '#catalogue/cv-secrets/gallery.ts'
import { assembleGallery } from '#web/shop-window/gallery.ts'

const addresses = import.meta.glob<string>('/catalogue/cv-secrets/gallery/*.{avif,webp}', {
	eager: true,
	query: '?url',
	import: 'default',
})

const compared = gallery.filter(({ kind }) => kind === 'before' || kind === 'after')
const others = gallery.filter((picture) => !compared.includes(picture))

export const pictures = assembleGallery(others, addresses)

/** One CV, before and after, as crops of the guide's own pages. */
export const crops = assembleGallery(compared, addresses)
