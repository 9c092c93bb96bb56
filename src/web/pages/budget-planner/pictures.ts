import { gallery } from '#catalogue/budget-planner/gallery.ts'
import { plannerVideo } from '#catalogue/budget-planner/video.ts'
import { assembleGallery } from '#web/shop-window/gallery.ts'
import { assembleVideo } from '#web/shop-window/gallery-video.ts'

const addresses = import.meta.glob<string>('/catalogue/budget-planner/gallery/*.{avif,webp}', {
	eager: true,
	query: '?url',
	import: 'default',
})
const filmAddresses = import.meta.glob<string>('/catalogue/budget-planner/video/*.{webm,mp4,vtt,avif,webp}', {
	eager: true,
	query: '?url',
	import: 'default',
})

export const pictures = assembleGallery(gallery, addresses)

export const video = assembleVideo(plannerVideo, filmAddresses)
