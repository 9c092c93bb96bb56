import { shelf } from '#catalogue/shelf.ts'
import type { ShelfProduct } from './catalogue-schema.ts'

/** Returns the page at which a guide waits until the visitor has signed in. */
export function waitingPath({ slug }: Pick<ShelfProduct, 'slug'>): string {
	return `/get/${slug}`
}

/** Returns the guide that waits at a page; null for any other page, and for a guide that nobody can have yet. */
export function waitingGuideAt(path: string): ShelfProduct | null {
	return shelf.find((product) => !product.comingSoon && waitingPath(product) === path) ?? null
}
