import { catalogue } from '#catalogue/index.ts'
import type { Product } from '#shared/catalogue-schema.ts'
import { categories, categoryPath } from '#web/products/categories.ts'
import { productPath } from '#web/products/product-path.ts'

export interface IndexedPage {
	path: string
	/** ISO date of the newest edition it shows; undefined for a page that shows none. */
	changed: string | undefined
}

/** Every page a search engine may list, each by its one address. What has no page of its own, or is coming soon, is not here. */
export function indexedPages(): IndexedPage[] {
	const released = catalogue.filter(({ comingSoon }) => !comingSoon)
	const shelf = (path: string, belongs: (product: Product) => boolean) => ({
		path,
		changed: newest(released.filter(belongs)),
	})
	return [
		shelf('/', () => true),
		shelf('/free', ({ isFree }) => isFree),
		shelf('/premium', ({ isFree }) => !isFree),
		...categories.map((category) =>
			shelf(categoryPath(category), (product) => product.category === category),
		),
		...released.map((product) => ({ path: productPath(product), changed: newest([product]) })),
		...['/about', '/contact', '/privacy', '/terms', '/refunds'].map((path) => ({ path, changed: undefined })),
	]
}

function newest(products: readonly Product[]): string | undefined {
	return products
		.map(({ edition }) => edition?.date ?? '')
		.toSorted()
		.findLast((date) => date !== '')
}
