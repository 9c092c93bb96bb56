import { shelf } from '#catalogue/shelf.ts'
import type { ReadableProduct, ShelfProduct } from '#shared/catalogue-schema.ts'

/** Returns the canonical path of a released product's page. */
export function productPath({ slug }: Pick<ShelfProduct, 'slug'>): string {
	return `/products/${slug}`
}

/** Returns the path at which users read a guide that they may have. */
export function readPath({ slug }: Pick<ShelfProduct, 'slug'>): string {
	return `/read/${slug}`
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
