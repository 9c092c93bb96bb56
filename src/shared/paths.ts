import { shelf } from '#catalogue/shelf.ts'
import type { ReadableProduct, ShelfProduct } from './catalogue-schema.ts'

/** Returns the canonical path of a released product's page. */
export function productPath({ slug }: Pick<ShelfProduct, 'slug'>): string {
	return `/products/${slug}`
}

/** Returns the path at which users read a guide that they may have. */
export function readPath({ slug }: Pick<ShelfProduct, 'slug'>): string {
	return `/read/${slug}`
}

/** Returns the page at which a guide waits until the visitor has signed in. */
export function waitingPath({ slug }: Pick<ShelfProduct, 'slug'>): string {
	return `/get/${slug}`
}

/** Returns the path that cards link to. Undefined before release: a dialog shows what is planned. */
export function detailPath(
	product: Pick<ShelfProduct, 'slug' | 'shortPath' | 'comingSoon'>,
): string | undefined {
	return product.comingSoon ? undefined : (product.shortPath ?? productPath(product))
}

/** Returns the product of a slug. A page that names an unknown product cannot be built. */
export function findProduct(slug: string): ReadableProduct {
	const product = shelf.find((candidate) => candidate.slug === slug)
	if (product === undefined) throw new Error(`There is no product "${slug}" in the catalogue`)
	return product
}

/** Returns the guide that waits at a page; null for any other page, and for a guide that nobody can have yet. */
export function waitingGuideAt(path: string): ShelfProduct | null {
	return shelf.find((product) => !product.comingSoon && waitingPath(product) === path) ?? null
}

/** What a page reports when a visitor begins to fill in the Sign Up form. Counted among the page views; no page has this address. */
export const signUpBegun = '/auth/sign-up-begun'
