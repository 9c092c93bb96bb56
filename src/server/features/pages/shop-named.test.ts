import { expect, test } from 'vitest'
import { site } from '#catalogue/site.ts'
import { renderPages } from '#server/platform/http/render-pages.ts'
import { publishedArticle } from '#test/articles.ts'
import { shopStateOf } from '#test/shop-state.ts'
import { shopNamed } from './shop-named.ts'

/** The picture of shared links is drawn with its words. */
const pictured = /<meta property="og:image:alt"[^>]*>/g

test('only colours of categories that an owner has changed are in the document', async () => {
	const accents = { ...site.accents, Money: { light: '#6b1d1d', dark: '#f0a0a0' } }
	const pages = await renderPages(shopStateOf({ site: { ...site, accents } }), new Map(), { only: '/' })
	expect(pages.get('/')?.page).toContain('style="--color-cloth-money:#6b1d1d;--dark-money:#f0a0a0"')
	const starter = await renderPages(shopStateOf({}), new Map(), { only: '/' })
	expect(starter.get('/')?.page).toMatch(/<html lang="en-GB"( data-[^>]*)?>/)
})

test('a logo stands in place of the name, which it says, and the icons are made from it', async () => {
	const id = 'a'.repeat(32)
	const picture = { kind: 'page', source: 'Media', page: 1, alt: 'Other', caption: null } as const
	const logo = [{ ...picture, name: id, width: 320, height: 200 }]
	const darkLogo = [{ ...picture, name: 'b'.repeat(32), width: 320, height: 200 }]
	const pages = await renderPages(shopStateOf({ site: { ...site, logo, darkLogo } }), new Map(), {
		only: '/',
	})
	const html = pages.get('/')?.page ?? ''
	const shown = Array.from(
		html.matchAll(/<img src="\/media\/([ab])\1+-320\.webp" alt="([^"]*)"/g),
		([, of, alt]) => [of, alt],
	)
	// In the header and in the footer.
	expect(shown).toEqual([
		['a', 'Headstart'],
		['b', ''],
		['a', 'Headstart'],
		['b', ''],
	])
	expect(html).not.toMatch(/<svg viewBox="0 0 24 28"|alt="Other"/)
	expect(html).toContain(`<link rel="icon" href="/icons/${id}/tab.png" type="image/png"/>`)
	expect(html).toContain(`<link rel="apple-touch-icon" href="/icons/${id}/apple-touch-icon.png"/>`)
})

test('a shop with another name says it on every page and in every file, and nowhere the name it came with', async () => {
	const articles = [publishedArticle({})]
	const name = 'Tom & Ana’s'
	const pages = await renderPages(shopNamed(shopStateOf({ articles, site: { ...site, name } })))
	const texts = [...pages].map(([path, { page = '', data = '' }]) => [path, page + data] as const)
	const former = texts.flatMap(([path, text]) =>
		(text.replaceAll(pictured, '').match(/.{0,60}Headstart.{0,30}/g) ?? []).map(
			(found) => `${path}: ${found}`,
		),
	)
	expect([...new Set(former)]).toEqual([])
	for (const [path, text] of texts) {
		if (/\.(txt|xml|json)$/.test(path)) continue
		expect([path, text]).toEqual([path, expect.stringMatching(/Tom (&amp;|&|\\u0026) Ana’s/)])
	}
})
