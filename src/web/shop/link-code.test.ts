import { expect, test } from 'vitest'
import { linkCodeFor, linkCodeForBundle } from './link-code.ts'

const cv = { slug: 'cv-secrets', pricePence: 1499 }
const at = (pathname: string, search = '?code=SPRING25') => ({ pathname, search })

test('a code counts on the page of its guide and where a visitor gets it, and nowhere else', () => {
	for (const path of ['/products/cv-secrets', '/products/CV-Secrets', '/get/cv-secrets'])
		expect(linkCodeFor(cv, at(path)), path).toBe('SPRING25')
	for (const path of ['/', '/premium', '/products/budget-planner', '/startup-blueprint'])
		expect(linkCodeFor(cv, at(path)), path).toBeNull()
	expect(linkCodeFor(cv, at('/products/cv-secrets', ''))).toBeNull()
})

test('a code takes nothing off a guide that is free or off sale', () => {
	expect(linkCodeFor({ ...cv, pricePence: null }, at('/products/cv-secrets'))).toBeNull()
})

test('a code counts for the bundle that the address names', () => {
	const address = { search: '?code=SPRING25', hash: '#bundle-00000001' }
	expect(linkCodeForBundle('bundle-00000001', address)).toBe('SPRING25')
	expect(linkCodeForBundle('bundle-00000002', address)).toBeNull()
	expect(linkCodeForBundle('bundle-00000001', { ...address, hash: '' })).toBeNull()
})
