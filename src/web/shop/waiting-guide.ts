import type { ShelfProduct } from '#shared/catalogue-schema.ts'
import { findProduct } from '#web/products/find-product.ts'

/** Returns the page at which a guide waits until the visitor has signed in. */
export function waitingPath({ slug }: Pick<ShelfProduct, 'slug'>): string {
	return `/get/${slug}`
}

/** Returns the guide that waits at a page on the list of `safeRedirect`; null for any other page. */
export function waitingGuideAt(path: string): ShelfProduct | null {
	const slug = /^\/get\/([^/]+)\/?$/i.exec(path)?.[1]
	return slug === undefined ? null : findProduct(slug.toLowerCase())
}

const goAheadKey = 'headstart-go-ahead'

/**
 * Remembers, in this tab, that the visitor has pressed a button for the guide that waits at this page. Only then does that page act by
 * itself: an address alone, which anyone could have written, never does. If storage is off, the page shows its button instead.
 */
export function giveGoAhead(path: string): void {
	try {
		window.sessionStorage.setItem(goAheadKey, path)
	} catch {
		return
	}
}

/** Returns whether the visitor has pressed a button for the guide that waits at this page. */
export function hasGoAhead(path: string): boolean {
	try {
		return window.sessionStorage.getItem(goAheadKey) === path
	} catch {
		return false
	}
}

/** Forgets that the visitor pressed the button, as the page acts once, and only in the tab in which they signed in. */
export function withdrawGoAhead(): void {
	try {
		window.sessionStorage.removeItem(goAheadKey)
	} catch {
		return
	}
}
