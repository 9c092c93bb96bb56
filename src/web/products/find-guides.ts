import type { Category, ShelfProduct } from '#shared/catalogue-schema.ts'
import { categories } from '#shared/categories.ts'
import { foldText } from '#shared/fold-text.ts'

export const orders = {
	price: 'Price',
	newest: 'Newest edition',
	reading: 'Shortest read',
} as const
export type Order = keyof typeof orders

/** A search, as stored in the page's address. An empty text or a null matches everything. */
export interface Search {
	text: string
	category: Category | null
	price: 'free' | 'premium' | null
	/** Null for the shop's order, with released products first. */
	order: Order | null
}

/** Reads `?q=&category=&price=&sort=` and ignores unknown values. */
export function readSearch(query: URLSearchParams): Search {
	const wanted = query.get('category')
	const price = query.get('price')
	const order = query.get('sort')
	return {
		text: (query.get('q') ?? '').slice(0, 80),
		category: categories.find((category) => category.toLowerCase() === wanted?.toLowerCase()) ?? null,
		price: price === 'free' || price === 'premium' ? price : null,
		order: order === 'price' || order === 'newest' || order === 'reading' ? order : null,
	}
}

/**
 * Returns the products that match a search, sorted. A product has to contain every word of the search text, as `foldText`
 * compares them.
 */
export function findGuides(
	products: readonly ShelfProduct[],
	{ text, category, price, order }: Search,
): ShelfProduct[] {
	const terms = foldText(text).split(/\s+/).filter(Boolean)
	const found = products.filter((product) => {
		const description = foldText(
			`${product.title} ${product.description} ${product.category} ${product.previewContent.format}`,
		)
		return (
			terms.every((term) => description.includes(term)) &&
			(category === null || product.category === category) &&
			(price === null || product.isFree === (price === 'free'))
		)
	})
	return found.toSorted((a, b) => rank[order ?? 'ours'](a) - rank[order ?? 'ours'](b))
}

// Products without a figure come last, in the shop's order.
const rank: Readonly<Record<Order | 'ours', (product: ShelfProduct) => number>> = {
	ours: ({ comingSoon }) => Number(comingSoon),
	price: (product) => (product.isFree ? 0 : (product.pricePence ?? Number.MAX_VALUE)),
	newest: ({ edition }) => (edition === null ? Number.MAX_VALUE : -Date.parse(edition.date)),
	reading: ({ readingTime }) => (readingTime === null ? Number.MAX_VALUE : Number.parseInt(readingTime, 10)),
}
