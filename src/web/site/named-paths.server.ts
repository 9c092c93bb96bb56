import { categories } from '#shared/categories.ts'
import { articlePath, productPath, readPath, waitingPath } from '#shared/paths.ts'
import { articles, onShelf, productsOffSale, shelf } from './shop.server.ts'

/** The paths of pages whose routes have a parameter, and of the pages for unknown paths. Every other route is a page by itself. */
export function namedPaths(): string[] {
	const products = shelf()
	const released = products.filter(({ comingSoon }) => !comingSoon)
	const off = productsOffSale()
	const paused = off.filter(({ offSale }) => offSale === 'paused')
	return [
		...categories.map((category) => `/categories/${category.toLowerCase()}`),
		...released.flatMap((product) => [productPath(product), waitingPath(product)]),
		...paused.map(productPath),
		...[...released, ...off.map(onShelf)].filter(({ readingFile }) => readingFile !== null).map(readPath),
		...[...products, ...paused].map((product) => `${productPath(product)}/content.json`),
		...articles().map(articlePath),
		...['/404', '/categories/404', '/products/404', '/get/404', '/read/404', '/articles/404'],
	]
}
