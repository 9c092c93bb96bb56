import type { Product } from '#shared/catalogue-schema.ts'
import * as products from './products.ts'

/** Every product, in the order of the ids. The shop shows them in this order. */
export const catalogue: readonly Product[] = Object.values<Product>(products).toSorted(
	(a, b) => Number(a.id) - Number(b.id),
)
