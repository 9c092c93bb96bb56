import { expect, test } from 'vitest'
import { catalogue } from '#catalogue/index.ts'
import {
	codeIn,
	isProductPath,
	isWaitingPath,
	productPath,
	readingGuideAt,
	readPath,
	shortPaths,
	slugIn,
	waitingGuideAt,
	waitingPath,
	withCode,
} from './paths.ts'
import { safeRedirect } from './safe-redirect.ts'

const released = catalogue.filter(({ comingSoon }) => !comingSoon)
const coming = catalogue.filter(({ comingSoon }) => comingSoon)

test.each(released)('$slug has a page at /get, to which a redirect may lead', (product) => {
	const path = waitingPath(product)
	expect(safeRedirect(path)).toBe(path)
	expect(waitingGuideAt(catalogue, path)).toBe(product)
	expect(isWaitingPath(path)).toBe(true)
})

test.each(coming)('$slug, which is coming soon, has no page at /get', (product) => {
	expect(waitingGuideAt(catalogue, waitingPath(product))).toBeNull()
})

test.each([
	'/',
	'/premium',
	'/products/cv-secrets',
	'/get',
	'/get/',
	'/payment-success?session_id=cs_test_1',
])('%s is not the page at /get of any guide', (path) => {
	expect(waitingGuideAt(catalogue, path)).toBeNull()
	expect(isWaitingPath(path)).toBe(false)
})

test('the page at /read of a guide names the guide, unless it has no reading edition', () => {
	const [read, unread] = [
		{ slug: 'to-read', readingFile: 'to-read.json' },
		{ slug: 'to-print', readingFile: null },
	]
	const both = [read, unread]
	expect(readingGuideAt(both, readPath(read))).toBe(read)
	expect(readingGuideAt(both, readPath(unread))).toBeNull()
	expect(readingGuideAt(both, productPath(read))).toBeNull()
})

test('the path of a product’s page, of getting it and of reading it contains its slug', () => {
	for (const product of catalogue)
		for (const path of [productPath, waitingPath, readPath]) expect(slugIn(path(product))).toBe(product.slug)
	expect(slugIn('/products/cv-secrets#bundle-0a1b2c3d')).toBe('cv-secrets')
	expect(slugIn('/get/cv-secrets?code=SPRING25')).toBe('cv-secrets')
})

test.each([
	'/products',
	'/products/',
	'/products/cv_secrets',
	'/products/CV-Secrets',
	'/products/cv--secrets',
	'/products/-cv',
	'/products/cv-secrets/content.json',
	'/products/cv-secrets\n',
	'/read/../auth',
	'//evil.test/get/cv-secrets',
	'/startup-blueprint',
])('%j contains no slug', (path) => {
	expect(slugIn(path)).toBeNull()
})

test('an address of a guide or of a bundle’s offer may have a discount code', () => {
	const address = withCode('/get/cv-secrets', 'SPRING25')
	expect(address).toBe('/get/cv-secrets?code=SPRING25')
	expect(waitingGuideAt(catalogue, address)?.slug).toBe('cv-secrets')
	expect(codeIn(address)).toBe('SPRING25')
	expect(withCode('/get/cv-secrets', null)).toBe('/get/cv-secrets')
	const offer = withCode('/premium#bundle-0a1b2c3d', 'SPRING25')
	expect(offer).toBe('/premium?code=SPRING25#bundle-0a1b2c3d')
	expect(codeIn(offer)).toBe('SPRING25')
	expect(safeRedirect(offer)).toBe(offer)
	expect(safeRedirect('/premium?code=SPRING25')).toBe('/premium')
	for (const none of ['/get/cv-secrets', '/get/cv-secrets?code=', '/get/cv-secrets#?code=A', '?decode=A'])
		expect(codeIn(none), none).toBeNull()
})

test('every second address of a product in the repository is one of the specification', () => {
	expect(catalogue.flatMap(({ shortPath }) => shortPath ?? [])).toEqual(shortPaths)
	for (const path of [...shortPaths, ...catalogue.map(productPath)]) expect(isProductPath(path)).toBe(true)
	for (const path of ['/', '/products', ...catalogue.map(waitingPath)])
		expect(isProductPath(path)).toBe(false)
})
