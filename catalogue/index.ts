import type { Product } from '#shared/catalogue-schema.ts'
import * as products from './products.ts'

/** Every product, in the order of their ids, which is the order in which the shop shows them. */
export const catalogue: readonly Product[] = Object.values<Product>(products).toSorted(
	(a, b) => Number(a.id) - Number(b.id),
)
