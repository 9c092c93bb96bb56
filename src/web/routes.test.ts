import { matchRoutes } from 'react-router'
import { expect, test } from 'vitest'
import { catalogue } from '#catalogue/index.ts'
import { detailPath, readPath, shortPaths, waitingPath } from '#shared/paths.ts'
import routes from './routes.ts'

const [frame] = await routes
const pages = (frame?.children ?? []).map(({ path, file }) => ({ path: `/${path ?? ''}`, handle: file }))
const paths = pages.map(({ path }) => path)

/** Returns the module of the page at an address. */
function pageAt(path: string): unknown {
	return matchRoutes(pages, path)?.at(-1)?.route.handle
}

test('every specified address is declared once', () => {
	expect(paths.toSorted()).toEqual(
		[
			...['/', '/auth', '/about', '/payment-success', '/free', '/premium', '/categories/:slug', '/*'],
			...['/products/:slug', '/get/:slug', '/read/:slug', '/read/budget-planner/demo', '/startup-blueprint'],
			...['/contact', '/privacy', '/terms', '/refunds', '/accessibility'],
			...['/articles', '/articles/:slug'],
			...['/finance', '/money', '/academic', '/career'],
			...['/auth/confirm', '/auth/recover', '/auth/link', '/auth/second-step', '/auth/new-password'],
			...[
				'/account',
				'/account/guides',
				'/account/refund',
				'/notice/confirm',
				'/notice/stop',
				'/reviews/stop',
				'/editions/stop',
				'/news/stop',
			],
		].toSorted(),
	)
})

test('the specified products have pages, and every second address of a product leads to it', () => {
	for (const slug of ['student-guide', 'cv-secrets', 'budget-planner', 'startup-blueprint'])
		expect(pageAt(`/products/${slug}`)).toBe('pages/product/page.tsx')
	const second = catalogue.flatMap(({ shortPath }) => shortPath ?? [])
	expect(second).toEqual(shortPaths)
	for (const path of second) expect(pageAt(path)).toBe('pages/product/page.tsx')
})

test('addresses in capitals show the same pages', () => {
	for (const path of ['/Finance', '/Money', '/Academic', '/Career'])
		expect(pageAt(path)).toBe('pages/category/page.tsx')
	expect(pageAt('/Products/CV-Secrets')).toBe('pages/product/page.tsx')
})

test('the detail path of a product leads to an existing page; a product without a page has none', () => {
	expect(catalogue.map((product) => [product.id, detailPath(product)]).slice(0, 7)).toEqual([
		['1', '/products/student-guide'],
		['2', '/products/cv-secrets'],
		['3', '/products/budget-planner'],
		['4', undefined],
		['5', undefined],
		['6', undefined],
		['7', '/startup-blueprint'],
	])
	for (const product of catalogue) {
		expect(pageAt(readPath(product))).toBe('pages/read/page.tsx')
		expect(pageAt(waitingPath(product))).toBe('pages/get/page.tsx')
	}
})

test('addresses that are not pages are declared outside the page layout', async () => {
	expect((await routes).map(({ path }) => path)).toEqual([
		undefined,
		'products/:slug/content.json',
		'articles/feed.xml',
		'sitemap.xml',
		'robots.txt',
		'manifest.webmanifest',
		'service-worker.js',
	])
})
