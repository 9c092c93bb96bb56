import { DOMParser } from '@xmldom/xmldom'
import { beforeAll, expect, test } from 'vitest'
import { type RenderedPages, renderPages } from '#server/platform/http/render-pages.ts'
import { depositArticle, publishedArticle } from '#test/articles.ts'
import { shopStateOf } from '#test/shop-state.ts'

const picture = {
	name: 'a'.repeat(32),
	kind: 'page',
	source: 'Media',
	page: 1,
	alt: 'A key on a table',
	caption: 'The keys come last.',
	width: 1200,
	height: 800,
} as const
const article = publishedArticle({ picture: [picture] })
const older = publishedArticle({
	id: '2',
	slug: 'older',
	title: 'Older',
	related: ['cv-secrets', 'no-such-guide'],
	sources: [],
	publishedAt: '2026-10-02T23:30:00.000Z',
	changedAt: '2026-10-02T23:30:00.000Z',
})

let before: RenderedPages
let after: RenderedPages
const page = (path: string, from = after) => from.get(path)?.page ?? ''
const structured = (path: string) =>
	JSON.parse(/<script type="application\/ld\+json"[^>]*>([\s\S]*?)<\/script>/.exec(page(path))?.[1] ?? '{}')
beforeAll(async () => {
	before = await renderPages(shopStateOf({}))
	after = await renderPages(shopStateOf({ articles: [article, older] }))
})

test('a shop without an article has neither the list nor the feed, and nothing links to them', () => {
	const paths = [...before.keys()].filter((path) => path.startsWith('/articles'))
	expect(paths.map((path) => [path, before.get(path)?.isMissing])).toEqual([
		['/articles', true],
		['/articles/404', true],
	])
	expect(page('/articles', before)).toContain('Page not found')
	for (const [path, { page: html }] of before)
		expect([path, html?.includes('"/articles')]).toEqual([path, false])
	expect(page('/sitemap.xml', before)).not.toContain('articles')
})

test('the list has the articles with day, author and sentence, newest first, and every footer links to it', () => {
	const list = page('/articles')
	expect(list).toContain('<link rel="canonical" href="https://shop.test/articles"/>')
	expect(list.indexOf('href="/articles/what-your-deposit-is-for"')).toBeLessThan(
		list.indexOf('href="/articles/older"'),
	)
	for (const text of ['21 November 2026', '3 October 2026', 'Priya Shah', depositArticle.summary])
		expect(list).toContain(text)
	for (const path of ['/', '/terms', '/products/cv-secrets', '/404'])
		expect([path, page(path).includes('href="/articles"')]).toEqual([path, true])
})

test('an article is signed, dated and annotated, with its sources, its picture and the guides that the shop has', () => {
	const html = page('/articles/what-your-deposit-is-for')
	for (const text of [
		'<h1 class="text-title">What your deposit is for</h1>',
		'By Priya Shah',
		'Checked by Tom Reid, housing adviser',
		'21 November 2026',
		'24 November 2026',
		'<mark class="marked bg-transparent">your money</mark>',
		'Take photographs on the first day.',
		'href="https://www.gov.uk/tenancy-deposit-protection"',
		', read on 20 November 2026',
		`/media/${picture.name}-640.avif 640w`,
		'alt="A key on a table"',
		'The keys come last.',
		'href="/products/budget-planner"',
		'<link rel="alternate" type="application/atom+xml" title="Articles" href="https://shop.test/articles/feed.xml"/>',
	])
		expect(html).toContain(text)
	// The note is beside what follows it.
	expect(html.indexOf('Take photographs')).toBeLessThan(html.indexOf('Unpaid rent'))
	// What needs no script isn't in the data of the document.
	const data = html.slice(html.indexOf('window.__reactRouterContext'))
	expect(data).toContain('What your deposit is for')
	expect(data).not.toContain('your money')
	expect(after.get('/articles/what-your-deposit-is-for')?.data).toContain('your money')
	const plain = page('/articles/older')
	expect(plain).not.toContain('Changed on')
	expect(plain).not.toContain('Sources')
	expect(plain).toContain('href="/products/cv-secrets"')
	expect(plain).not.toContain('no-such-guide')
})

test('search engines find what the page says, and readers of feeds every article', () => {
	expect(structured('/articles/what-your-deposit-is-for')['@graph']).toEqual([
		expect.objectContaining({
			'@type': 'Article',
			url: 'https://shop.test/articles/what-your-deposit-is-for',
			headline: 'What your deposit is for',
			datePublished: '2026-11-21T09:30:00.000Z',
			dateModified: '2026-11-24T23:30:00.000Z',
			author: { '@type': 'Person', name: 'Priya Shah' },
			image: [`https://shop.test/media/${picture.name}-1200.webp`],
			citation: [expect.objectContaining({ url: 'https://www.gov.uk/tenancy-deposit-protection' })],
		}),
		expect.objectContaining({ '@type': 'BreadcrumbList' }),
	])
	const map = page('/sitemap.xml')
	expect(map).toContain('<loc>https://shop.test/articles</loc><lastmod>2026-11-24</lastmod>')
	expect(map).toContain('<loc>https://shop.test/articles/older</loc><lastmod>2026-10-02</lastmod>')
	const feed = page('/articles/feed.xml')
	expect(feed).toMatch(
		/^<\?xml version="1.0" encoding="UTF-8"\?>\n<feed xmlns="http:\/\/www.w3.org\/2005\/Atom"/,
	)
	expect(feed).toContain('<id>https://shop.test/articles/what-your-deposit-is-for</id>')
	expect(feed.match(/<entry>/g)).toHaveLength(2)
	expect(feed).toContain('<updated>2026-11-24T23:30:00.000Z</updated>')
})

test('a feed and a sitemap are XML whatever an article says', async () => {
	const title = '<b>&amp; \uFFFE ]]> "quoted" \u{1F600}'
	const hostile = publishedArticle({ title, author: '<script>', summary: '</summary>' })
	const pages = await renderPages(shopStateOf({ articles: [hostile] }))
	for (const path of ['/articles/feed.xml', '/sitemap.xml']) {
		const faults: string[] = []
		const parser = new DOMParser({ errorHandler: (_level: string, message: string) => faults.push(message) })
		const xml = parser.parseFromString(page(path, pages), 'application/xml')
		expect([path, faults]).toEqual([path, []])
		if (path === '/sitemap.xml') continue
		const entry = xml.getElementsByTagName('entry')[0]
		expect(entry?.getElementsByTagName('title')[0]?.textContent).toBe(title.replace('\uFFFE', ''))
		expect(entry?.getElementsByTagName('name')[0]?.textContent).toBe('<script>')
	}
})

test('a change of one article renders its page, the list, the sitemap and the feed again, and nothing else', async () => {
	const known = new Map([...after].map(([path, { key }]) => [path, key]))
	const changed = { ...article, title: 'Your deposit', changedAt: '2026-11-25T10:00:00.000Z' }
	const again = await renderPages(shopStateOf({ articles: [changed, older] }), known)
	expect(
		[...again].flatMap(([path, { page: html }]) => (html === undefined ? [] : [path])).toSorted(),
	).toEqual(['/articles', '/articles/feed.xml', '/articles/what-your-deposit-is-for', '/sitemap.xml'])
	const without = await renderPages(shopStateOf({ articles: [older] }), known)
	expect(without.has('/articles/what-your-deposit-is-for')).toBe(false)
})
