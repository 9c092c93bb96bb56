import type { GalleryPicture } from '#web/products/gallery.ts'
import type { GalleryVideo } from './gallery-video.ts'

export type ViewerItem = GalleryPicture | GalleryVideo

export function isVideo(item: ViewerItem): item is GalleryVideo {
	return 'sources' in item
}

/** A move within the gallery. */
export type Move = 'next' | 'previous' | 'first' | 'last'

/** Returns the index that a move leads to. The index wraps around at both ends (docs/specification.md section 2). */
export function indexAfter(index: number, move: Move, count: number): number {
	if (move === 'first') return 0
	if (move === 'last') return count - 1
	return (index + (move === 'next' ? 1 : -1) + count) % count
}

const moves: Readonly<Record<string, Move>> = {
	ArrowRight: 'next',
	ArrowLeft: 'previous',
	Home: 'first',
	End: 'last',
}

/** Returns the move for a key; undefined for any other key. */
export function moveForKey(key: string): Move | undefined {
	return Object.hasOwn(moves, key) ? moves[key] : undefined
}
