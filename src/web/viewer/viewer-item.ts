import type { GalleryPicture } from '#web/shop-window/gallery.ts'
import type { GalleryVideo } from '#web/shop-window/gallery-video.ts'

/** What the viewer shows one at a time. */
export type ViewerItem = GalleryPicture | GalleryVideo

export function isVideo(item: ViewerItem): item is GalleryVideo {
	return 'sources' in item
}
