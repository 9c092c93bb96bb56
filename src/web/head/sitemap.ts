import type { ShelfProduct } from '#shared/catalogue-schema.ts'
import { categories, categoryPath } from '#shared/categories.ts'
import { articlePath, productPath } from '#shared/paths.ts'
import { articles, shelf } from '#web/site/shop.server.ts'
import { siteOrigin } from '#web/site/site-settings.ts'

/** Serves `/sitemap.xml`. */
export function loader() {
	const entries = indexedPages().map(({ path, changed }) => {
		const lastmod = changed === undefined ? '' : `<lastmod>${changed}</lastmod>`
		return `\t<url><loc>${siteOrigin()}${path}</loc>${lastmod}</url>\n`
	})
	const xml = `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${entries.join('')}</urlset>\n`
	return new Response(xml, { headers: { 'content-type': 'application/xml; charset=utf-8' } })
}

export interface IndexedPage {
	path: string
	/** The ISO date of the newest edition or article that the page shows; undefined if it shows none. */
	changed: string | undefined
}

/** Returns the pages that search engines may list, by canonical path. Products that are coming soon have no page. */
function indexedPages(): IndexedPage[] {
	const released = shelf().filter(({ comingSoon }) => !comingSoon)
	const list = (path: string, belongs: (product: ShelfProduct) => boolean) => ({
		path,
		changed: newest(released.filter(belongs)),
	})
	return [
		list('/', () => true),
		list('/free', ({ isFree }) => isFree),
		list('/premium', ({ isFree }) => !isFree),
		...categories.map((category) => list(categoryPath(category), (product) => product.category === category)),
		...released.map((product) => ({ path: productPath(product), changed: newest([product]) })),
		...articlePages(),
		...['/about', '/contact', '/privacy', '/terms', '/refunds', '/accessibility'].map((path) => ({
			path,
			changed: undefined,
		})),
	]
}

function articlePages(): IndexedPage[] {
	const pages = articles().map((article) => ({
		path: articlePath(article),
		changed: article.changedAt.slice(0, 10),
	}))
	const changed = pages
		.map((page) => page.changed)
		.toSorted()
		.at(-1)
	return changed === undefined ? [] : [{ path: '/articles', changed }, ...pages]
}

function newest(products: readonly ShelfProduct[]): string | undefined {
	return products
		.map(({ edition }) => edition?.date ?? '')
		.toSorted()
		.findLast((date) => date !== '')
}
