import type { ShelfProduct } from '#shared/catalogue-schema.ts'

/** What products contain or will contain, by their slugs. */
export type Insides = Readonly<Record<string, readonly string[]>>

/** Up to this many products are shown with a summary of their contents. */
const mostFeatures = 2

/** Returns the products of a short list that are shown with a summary of their contents; null for a longer list. */
export function featuresAmong(products: readonly ShelfProduct[]): readonly ShelfProduct[] | null {
	const released = products.filter(({ comingSoon }) => !comingSoon)
	if (released.length > mostFeatures || products.length > 2 * mostFeatures + 1) return null
	return released.length > 0 ? released : products.slice(0, mostFeatures)
}
