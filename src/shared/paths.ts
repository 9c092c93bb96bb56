import { shelf } from '#catalogue/shelf.ts'
import type { ReadableProduct, ShelfProduct } from './catalogue-schema.ts'

/** Returns the canonical path of a released product's page. */
export function productPath({ slug }: Pick<ShelfProduct, 'slug'>): string {
	return `/products/${slug}`
}

/** Returns the path of a guide's reading edition. */
export function readPath({ slug }: Pick<ShelfProduct, 'slug'>): string {
	return `/read/${slug}`
}

/** Returns the path of the page on which a visitor gets a guide after signing in for it. */
export function waitingPath({ slug }: Pick<ShelfProduct, 'slug'>): string {
	return `/get/${slug}`
}

/** Returns the path that cards link to; undefined for a product that is coming soon, whose card opens a dialog instead. */
export function detailPath(
	product: Pick<ShelfProduct, 'slug' | 'shortPath' | 'comingSoon'>,
): string | undefined {
	return product.comingSoon ? undefined : (product.shortPath ?? productPath(product))
}

/** Returns the product with this slug. Throws if there is none, so a page that names an unknown product cannot be built. */
export function findProduct(slug: string): ReadableProduct {
	const product = shelf.find((candidate) => candidate.slug === slug)
	if (product === undefined) throw new Error(`There is no product "${slug}" in the catalogue`)
	return product
}

/** Returns the guide whose `waitingPath` this is. Returns null for any other path, and for a guide that is coming soon. */
export function waitingGuideAt(path: string): ShelfProduct | null {
	return shelf.find((product) => !product.comingSoon && waitingPath(product) === path) ?? null
}

/** Returns the guide whose `readPath` this is. Returns null for any other path, and for a guide without a reading edition. */
export function readingGuideAt(path: string): ShelfProduct | null {
	return shelf.find((product) => product.readingFile !== null && readPath(product) === path) ?? null
}

/**
 * The path that a page reports when a visitor begins to fill in the Sign Up form. It is counted among the page views, but there
 * is no such page.
 */
export const signUpBegun = '/auth/sign-up-begun'
