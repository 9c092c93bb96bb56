import type { ShelfProduct } from './catalogue-schema.ts'

/** Returns the canonical path of a released product's page. */
export function productPath({ slug }: Pick<ShelfProduct, 'slug'>): string {
	return `/products/${slug}`
}

/** Returns the path of a guide's reading edition. */
export function readPath({ slug }: Pick<ShelfProduct, 'slug'>): string {
	return `/read/${slug}`
}

/** The product whose reading edition opens with a planner to fill in. */
export const plannerSlug = 'budget-planner'
/** The page on which anybody can try the planner. */
export const plannerDemoPath = `/read/${plannerSlug}/demo`

/** Returns whether a product is read by filling it in. */
export function isPlanner({ slug }: Pick<ShelfProduct, 'slug'>): boolean {
	return slug === plannerSlug
}

/** Returns the path of the page on which a visitor gets a guide after signing in for it. */
export function waitingPath({ slug }: Pick<ShelfProduct, 'slug'>): string {
	return `/get/${slug}`
}

/** What the path of an article looks like. The shop may have no such article. */
export const articlePattern = /^\/articles\/[a-z0-9]+(?:-[a-z0-9]+)*$/

/** Returns the path of an article. */
export function articlePath({ slug }: { slug: string }): string {
	return `/articles/${slug}`
}

/** The second addresses of products' pages (docs/specification.md section 2). */
export const shortPaths: readonly string[] = ['/startup-blueprint']

/** Returns the path that cards link to; undefined for a product that is coming soon, whose card opens a dialog instead. */
export function detailPath(
	product: Pick<ShelfProduct, 'slug' | 'shortPath' | 'comingSoon'>,
): string | undefined {
	return product.comingSoon ? undefined : (product.shortPath ?? productPath(product))
}

const productPage = /^\/(?:products|get|read)\/([a-z0-9]+(?:-[a-z0-9]+)*)(?=[?#]|$)/

/**
 * Returns the slug in the path of a product's page, of the page on which a visitor gets it, or of its reading edition. Returns null
 * for any other path. The shop may have no product with this slug.
 */
export function slugIn(path: string): string | null {
	return productPage.exec(path)?.[1] ?? null
}

/** Returns whether a path is that of a product's page. */
export function isProductPath(path: string): boolean {
	return shortPaths.includes(path) || (path.startsWith('/products/') && slugIn(path) !== null)
}

/** Returns whether a path is that of a page on which a visitor gets a guide. */
export function isWaitingPath(path: string): boolean {
	return path.startsWith('/get/') && slugIn(path) !== null
}

/** Returns the guide whose `waitingPath` this is. Returns null for any other path, and for a guide that is coming soon. */
export function waitingGuideAt<P extends Pick<ShelfProduct, 'slug' | 'comingSoon'>>(
	products: readonly P[],
	path: string,
): P | null {
	const [page] = path.split('?')
	return products.find((product) => !product.comingSoon && waitingPath(product) === page) ?? null
}

/** Returns what an address has as the discount code of a link; null if it has none. It may be anything. */
export function codeIn(address: string): string | null {
	return new URLSearchParams(/^[^?#]*\?([^#]*)/.exec(address)?.[1]).get('code') || null
}

/** Returns the address of a guide's page, of the page on which a visitor gets it, or of a bundle's offer, with a discount code. */
export function withCode(path: string, code: string | null): string {
	return code === null ? path : path.replace(/(?=#)|$/, `?code=${encodeURIComponent(code)}`)
}

/** Returns the guide whose `readPath` this is. Returns null for any other path, and for a guide without a reading edition. */
export function readingGuideAt<P extends Pick<ShelfProduct, 'slug' | 'readingFile'>>(
	products: readonly P[],
	path: string,
): P | null {
	return products.find((product) => product.readingFile !== null && readPath(product) === path) ?? null
}

/**
 * The path that a page reports when a visitor begins to fill in the Sign Up form. It is counted among the page views, but there
 * is no such page.
 */
export const signUpBegun = '/auth/sign-up-begun'
