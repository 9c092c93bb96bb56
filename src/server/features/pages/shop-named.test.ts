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
