import { expect, test } from 'vitest'
import { openGraph } from '#catalogue/cv-secrets/gallery.ts'
import { selectFrom } from '#test/shop-state.ts'
import { hasOpenGraph, pageMeta as metaOf, openGraphPath } from './page-meta.ts'

const pageMeta = (about: Parameters<typeof metaOf>[0]) => selectFrom({}, () => metaOf(about))
const page = { title: 'Free guides', description: 'What is free.', path: '/free' }

test('an indexed page has a canonical address, and a picture with its size', () => {
	const meta = pageMeta(page)
	expect(meta).toContainEqual({ title: 'Free guides · Headstart' })
	expect(meta).toContainEqual({
		tagName: 'link',
		rel: 'canonical',
		href: 'https://shop.test/free',
	})
	expect(meta).toContainEqual({ property: 'og:image:width', content: '1200' })
	expect(meta).not.toContainEqual({ name: 'robots', content: 'noindex' })
})

test('a private page has a canonical address without query, and is not indexed', () => {
	const meta = pageMeta({ ...page, path: '/auth', indexed: false })
	expect(meta).toContainEqual({ name: 'robots', content: 'noindex' })
	expect(meta).toContainEqual({
		tagName: 'link',
		rel: 'canonical',
		href: 'https://shop.test/auth',
	})
})

test('a page without an address has no canonical address', () => {
	const meta = pageMeta({ ...page, path: null })
	expect(meta.some((tag) => 'rel' in tag && tag.rel === 'canonical')).toBe(false)
})

test('a product’s page has that product’s picture, or the site’s if it has none', () => {
	const alt = (picture?: { slug: string; alt: string }) =>
		pageMeta({ ...page, ...(picture === undefined ? {} : { picture }) }).find(
			(tag) => 'property' in tag && tag.property === 'og:image:alt',
		)
	expect(alt({ slug: 'cv-secrets', ...openGraph })).toMatchObject({
		content: expect.stringContaining('CV Secrets'),
	})
	expect(alt()).toMatchObject({ content: expect.stringContaining('Headstart') })
	expect([hasOpenGraph('cv-secrets'), hasOpenGraph('no-such-guide')]).toEqual([true, false])
	expect(openGraphPath('no-such-guide')).toBe(openGraphPath('design'))
})
