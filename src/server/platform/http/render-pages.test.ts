import { beforeAll, describe, expect, it } from 'vitest'
import { filesOf, type RenderedPages, renderPages } from '#server/platform/http/render-pages.ts'
import type { OfferedProduct } from '#shared/shop-state.ts'
import { shopStateOf } from '#test/shop-state.ts'

/** Returns the products of the test shop, one of them with these changes. */
function productsWith(slug: string, change: Partial<OfferedProduct>): OfferedProduct[] {
	return shopStateOf({}).products.map((product) =>
		product.slug === slug ? { ...product, ...change } : product,
	)
}

let before: RenderedPages
let known: ReadonlyMap<string, string>
beforeAll(async () => {
	before = await renderPages(shopStateOf({}))
	known = new Map([...before].map(([path, { key }]) => [path, key]))
})

/** Returns the paths of the pages that were rendered again. */
function changed(after: RenderedPages): string[] {
	return [...after].flatMap(([path, { page }]) => (page === undefined ? [] : [path]))
}

describe('the pages of a shop', () => {
	it('are all rendered, with the data that their loaders have selected', () => {
		const paths = [...before.keys()]
		expect(paths).toEqual(
			expect.arrayContaining(['/', '/free', '/products/cv-secrets', '/404', '/sitemap.xml']),
		)
		expect(paths.length).toBeGreaterThan(45)
		for (const [path, { page }] of before) {
			expect([path, (page ?? '').length > 100]).toEqual([path, true])
			if (!/\.\w+$/.test(path)) expect(page).toMatch(/^<!DOCTYPE html>/)
		}
		const files = filesOf(before)
		expect(files.get('/_.data')?.text).toContain('Student Guide')
		expect(files.get('/products/cv-secrets.data')?.text).toContain('CV Secrets')
		expect(files.has('/sitemap.xml.data')).toBe(false)
	})

	it('are not rendered again in the same state', async () => {
		const again = await renderPages(shopStateOf({}), known)
		expect(changed(again)).toEqual([])
		expect([...again.keys()]).toEqual([...before.keys()])
	})

	it('show another price wherever the guide is offered, and nothing else is rendered again', async () => {
		const products = productsWith('budget-planner', { pricePence: 777 })
		const after = await renderPages(shopStateOf({ products }), known)
		const paths = changed(after)
		expect(paths).toEqual(expect.arrayContaining(['/', '/premium', '/finance', '/products/budget-planner']))
		expect(paths.filter((path) => /about|terms|contact|student-guide\.|\/404/.test(path))).toEqual([])
		for (const path of paths.filter((one) => after.get(one)?.page?.includes('<h1')))
			expect([path, after.get(path)?.page?.includes('£5.99')]).toEqual([path, false])
	})

	it('show a setting everywhere', async () => {
		const { texts } = shopStateOf({})
		const after = await renderPages(
			shopStateOf({ texts: { ...texts, 'trader-name': 'Ada’s Guides' } }),
			known,
		)
		for (const path of ['/', '/terms', '/auth', '/404'])
			expect(after.get(path)?.page).toContain('Ada’s Guides')
	})

	it('have a page for a product that an owner releases, and none before', async () => {
		expect(before.has('/products/study-techniques')).toBe(false)
		const edition = { date: '2027-01-05', changes: 'First edition.' }
		const products = productsWith('study-techniques', {
			comingSoon: false,
			releasedByOwner: true,
			pricePence: 499,
			pdfFileName: 'Study.pdf',
			edition,
		})
		const after = await renderPages(shopStateOf({ products }), known)
		expect(after.get('/products/study-techniques')?.page).toContain('£4.99')
		expect(after.get('/get/study-techniques')?.page).toContain('£4.99')
		expect(after.get('/sitemap.xml')?.page).toContain('/products/study-techniques')
	})

	it('are not shown at all if one of them cannot be rendered', async () => {
		// A guide that is for sale without a price.
		const products = productsWith('cv-secrets', { pricePence: null })
		await expect(renderPages(shopStateOf({ products }))).rejects.toThrow(
			/^The pages could not be rendered: \/.+ could not be rendered: Error: .+/s,
		)
	})

	it('show a link preview that is drawn for a product that the repository doesn’t have', async () => {
		const products = productsWith('cv-secrets', { slug: 'cv-basics' })
		const after = await renderPages(shopStateOf({ products }), known)
		expect(after.get('/products/cv-basics')?.page).toMatch(
			/<meta property="og:image" content="https:\/\/shop\.test\/link-previews\/[0-9a-f]{32}\.jpg"/,
		)
	})

	it('fail with a message if rendering takes too long', async () => {
		await expect(renderPages(shopStateOf({}), new Map(), { timeLimitMs: 1 })).rejects.toThrow(
			'it took too long',
		)
	})
})
