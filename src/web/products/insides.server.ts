import type { ShelfProduct } from '#shared/catalogue-schema.ts'
import { insideOf } from '#shared/inside.ts'
import { shopState } from '#web/site/shop.server.ts'
import { featuresAmong, type Insides } from './features.ts'

/** Returns what the products of a list contain, as far as the list shows it. Only loaders call it. */
export function insidesOf(products: readonly ShelfProduct[]): Insides {
	const features = featuresAmong(products) ?? []
	const shown = shopState().products.filter(({ id }) => features.some((feature) => feature.id === id))
	return Object.fromEntries(shown.map((product) => [product.slug, insideOf(product)]))
}
