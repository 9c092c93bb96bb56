import { expect, test } from 'vitest'
import type { OfferedProduct, ShopState } from '#shared/shop-state.ts'
import { selectFrom, shopStateOf } from '#test/shop-state.ts'
import { contentOf, productAt, productBySlug } from './content.server.ts'

/** Returns what the page of a product shows in this state. */
function contentFor(slug: string, change: Partial<ShopState> = {}) {
	return selectFrom(change, () => {
		const product = productBySlug(slug)
		if (product === undefined) throw new Error(`the shop has no ${slug}`)
		return contentOf(product)
	})
}

/** Returns all products, one of them changed. */
function productsWith(slug: string, change: Partial<OfferedProduct>): Pick<ShopState, 'products'> {
	const { products } = shopStateOf({})
	return {
		products: products.map((product) => (product.slug === slug ? { ...product, ...change } : product)),
	}
}

test('a page shows the price, the claims and the rating of the state', () => {
	const changed = productsWith('cv-secrets', { pricePence: 1234 })
	expect(contentFor('cv-secrets', changed).product).toMatchObject({ pricePence: 1234, downloadCount: 129 })
	expect(contentFor('cv-secrets', { claims: [] }).product).toMatchObject({
		rating: null,
		downloadCount: null,
	})
})

test('a page has the texts of its document, the addresses of its pictures, and the related guides as cards', () => {
	const content = contentFor('cv-secrets')
	expect(content.questions.length).toBeGreaterThan(3)
	expect(content.chapter?.html).toContain('<p>')
	expect(content.files['/gallery/01-cover-640.avif']).toMatch(/01-cover-640.*avif/)
	expect(Object.keys(content.files).some((path) => path.startsWith('/video/'))).toBe(false)
	expect(content.related.map(({ product }) => product.slug)).toEqual(['student-guide', 'budget-planner'])
	expect(contentFor('budget-planner').files).toHaveProperty('/video/planner.mp4')
})

test('a related guide that the shop no longer has is left out', () => {
	const { products } = shopStateOf({})
	const rest = products.filter(({ slug }) => slug !== 'student-guide')
	expect(contentFor('cv-secrets', { products: rest }).related.map(({ product }) => product.slug)).toEqual([
		'budget-planner',
	])
})

test('the page of a product that an owner has released shows its plan, without pictures and contents', () => {
	const released = productsWith('study-techniques', {
		comingSoon: false,
		releasedByOwner: true,
		pdfFileName: 'StudyTechniques.pdf',
		edition: { date: '2026-11-20', changes: 'First edition.' },
		pricePence: 499,
	})
	const content = contentFor('study-techniques', released)
	const { whatYouGet, features, contents, files } = content.product.previewContent
	expect(content).toMatchObject({ gallery: [], files: {} })
	// The repository’s own picture of it says that it is coming soon.
	expect(content).toMatchObject({
		previewPicture: 'The title in large letters: Study Techniques That Actually Work.',
		previewPath: expect.stringMatching(/^\/link-previews\/[0-9a-f]{32}\.jpg$/),
	})
	expect({ features, contents, files }).toEqual({ features: [], contents: [], files: [] })
	expect(whatYouGet).toHaveLength(3)
	expect(whatYouGet.some((item) => item.startsWith('Planned'))).toBe(false)
	expect(content.related.every(({ product }) => product.isFree)).toBe(true)
	expect(content.related.length).toBeGreaterThan(0)
	expect(selectFrom(released, () => productAt('/products/study-techniques')?.id)).toBe(content.product.id)
})

test('of a product that is coming soon, the preview gets what is planned as the catalogue says it', () => {
	const { whatYouGet, features } = contentFor('study-techniques').product.previewContent
	const planned = shopStateOf({}).products.find(({ slug }) => slug === 'study-techniques')?.previewContent
	expect({ whatYouGet, features }).toEqual({ whatYouGet: planned?.whatYouGet, features: planned?.features })
})

test.each([
	['/products/cv-secrets', 'cv-secrets'],
	['/Products/CV-Secrets', 'cv-secrets'],
	['/startup-blueprint', 'startup-blueprint'],
	['/products/startup-blueprint', 'startup-blueprint'],
	['/products/study-techniques', undefined],
	['/products/404', undefined],
	['/products/constructor', undefined],
	['/products/', undefined],
])('the page at %s is that of %s', (path, slug) => {
	expect(selectFrom({}, () => productAt(path)?.slug)).toBe(slug)
})
