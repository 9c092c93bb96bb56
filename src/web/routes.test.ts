import { matchRoutes } from 'react-router'
import { expect, test } from 'vitest'
import { catalogue } from '#catalogue/index.ts'
import { detailPath, productPath } from '#shared/paths.ts'
import routes from './routes.ts'

const [frame] = await routes
const pages = frame?.children ?? []
const paths = pages.map(({ path }) => `/${path ?? ''}`)

test('every specified address is declared once', () => {
	expect(paths.toSorted()).toEqual(
		[
			...['/', '/auth', '/about', '/payment-success', '/free', '/premium', '/categories/:slug', '/*'],
			...catalogue
				.filter(({ comingSoon }) => !comingSoon)
				.flatMap((product) => [productPath(product), `/read/${product.slug}`]),
			...['/products/:slug', '/get/:slug'],
			'/startup-blueprint',
			...['/contact', '/privacy', '/terms', '/refunds'],
			...['/finance', '/money', '/academic', '/career'],
			...['/auth/confirm', '/auth/recover', '/auth/link', '/auth/second-step', '/auth/new-password'],
			...[
				'/account',
				'/account/guides',
				'/notice/confirm',
				'/notice/stop',
				'/reviews/stop',
				'/editions/stop',
				'/news/stop',
			],
		].toSorted(),
	)
})

test('the specified products have pages', () => {
	for (const slug of ['student-guide', 'cv-secrets', 'budget-planner', 'startup-blueprint'])
		expect(paths).toContain(`/products/${slug}`)
})

test('addresses in capitals show the same pages', () => {
	const objects = pages.map(({ path, file }) => ({ path: `/${path ?? ''}`, handle: file }))
	for (const path of ['/Finance', '/Money', '/Academic', '/Career']) {
		expect(matchRoutes(objects, path)?.at(-1)?.route.handle).toBe('pages/category/page.tsx')
	}
})

test('the detail path of a product leads to an existing page; a product without a page has none', () => {
	const targets = catalogue.map((product) => [product.id, detailPath(product)])
	expect(targets.slice(0, 7)).toEqual([
		['1', '/products/student-guide'],
		['2', '/products/cv-secrets'],
		['3', '/products/budget-planner'],
		['4', undefined],
		['5', undefined],
		['6', undefined],
		['7', '/startup-blueprint'],
	])
	for (const [, path] of targets) if (path !== undefined) expect(paths).toContain(path)
})

test('addresses that are not pages are declared outside the page layout', async () => {
	expect((await routes).map(({ path }) => path)).toEqual([
		undefined,
		'sitemap.xml',
		'robots.txt',
		'service-worker.js',
	])
})
