import { shelf } from '#catalogue/shelf.ts'
import type { ShelfProduct } from '#shared/catalogue-schema.ts'

/** The product in the folder `catalogue/<slug>/`. A page that asks for one that is not there cannot be built. */
export function findProduct(slug: string): ShelfProduct {
	const product = shelf.find((candidate) => candidate.slug === slug)
	if (product === undefined) throw new Error(`There is no product "${slug}" in the catalogue`)
	return product
}
