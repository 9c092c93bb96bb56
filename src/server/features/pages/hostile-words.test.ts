import { expect, test } from 'vitest'
import { readStarterShop } from '#catalogue/starter-shop.ts'
import { renderPages } from '#server/platform/http/render-pages.ts'
import { offer } from '#server/shop/decisions.ts'
import { publishedArticleSchema } from '#shared/content/article.ts'
import { findFaults, pagesSchema, productDocumentSchema } from '#shared/content/documents.ts'
import { formOf } from '#shared/content/form.ts'
import type { FormField } from '#shared/content/form-field.ts'
import { siteSchema } from '#shared/content/site-words.ts'
import { isRecord } from '#shared/json.ts'
import { publishedArticle } from '#test/articles.ts'
import { shopStateOf } from '#test/shop-state.ts'

const hostile = `</script><script>x()</script>"'&<b>`

/** Puts hostile words into every text that somebody may write in a document. */
function poison(field: FormField, value: unknown): unknown {
	// The address of a guide or of a link may only be one. A shop’s name has none of these marks.
	if (field.fixed !== undefined || field.name === 'slug' || field.name === 'address') return value
	if (field.title === 'Name of the shop' || /^#[0-9a-f]{6}$/.test(String(value))) return value
	if (field.kind === 'rich') return poisonRuns(value)
	if (field.item !== undefined && Array.isArray(value))
		return value.map((one) => poison(field.item ?? field, one))
	if (field.fields !== undefined && isRecord(value))
		return Object.fromEntries(
			Object.entries(value).map(([name, inner]) => {
				const of = field.fields?.find((one) => one.name === name)
				return [name, of === undefined ? inner : poison(of, inner)]
			}),
		)
	return field.kind === 'text' && typeof value === 'string' ? hostile : value
}

/** Puts hostile words into every run of a text with a little form. */
function poisonRuns(value: unknown): unknown {
	if (Array.isArray(value)) return value.map((one) => (typeof one === 'string' ? hostile : poisonRuns(one)))
	if (!isRecord(value)) return value
	const { text, items, ...others } = value
	const inner = typeof text === 'string' ? hostile : poisonRuns(text)
	return {
		...others,
		...(text === undefined ? {} : { text: inner }),
		...(items === undefined ? {} : { items: poisonRuns(items) }),
	}
}

const picture = {
	name: 'a'.repeat(32),
	kind: 'page',
	source: 'Media',
	page: 1,
	alt: 'A key',
	caption: 'Keys',
	width: 640,
	height: 480,
} as const
const notice = { text: 'Closed in May.', link: { text: 'Why', address: '/about?a=%3Cb%3E&b' } }

test('no words of a document can be markup or a script in any page', async () => {
	const starter = await readStarterShop()
	const documents = starter.map(({ content: begun, ...name }) => {
		const content = name.id === 'site' && isRecord(begun) ? { ...begun, notice } : begun
		// No two products have one title.
		const isKept = name.kind === 'product' && name.id !== '2'
		return { ...name, content: isKept ? content : poison(formOf(name), content) }
	})
	for (const { content, ...name } of documents) expect([name, findFaults(name, content)]).toEqual([name, []])
	const products = documents.flatMap(({ kind, content }) =>
		kind === 'product' ? [offer(productDocumentSchema.parse(content), {})] : [],
	)
	const pages = pagesSchema.parse(
		Object.fromEntries(
			documents.flatMap(({ kind, id, content }) => (kind === 'page' ? [[id, content]] : [])),
		),
	)
	const site = siteSchema.parse(documents.find(({ id }) => id === 'site')?.content)
	const articles = [publishedArticle({ picture: [picture], related: ['student-guide'] })]
	const hostileArticles = articles.map((article) =>
		publishedArticleSchema.parse(poison(formOf({ kind: 'article', id: '1' }), article)),
	)
	const before = await renderPages(shopStateOf({ articles }))
	const after = await renderPages(shopStateOf({ products, pages, site, articles: hostileArticles }))
	let touched = 0
	for (const [path, { page = '', data = '' }] of after) {
		// JSON and plain text are served as such, so nothing in them is markup.
		if (!`${page}${data}`.includes('x()') || /\.(json|txt|md|webmanifest)$/.test(path)) continue
		touched += 1
		expect([path, page.includes('<script>x()'), page.includes('"\'&<b>')]).toEqual([path, false, false])
		const scripts = (html: string) => html.match(/<\/script>/g)?.length ?? 0
		expect([path, scripts(page)]).toEqual([path, scripts(before.get(path)?.page ?? '')])
		for (const [, json = ''] of page.matchAll(
			/<script type="application\/ld\+json"[^>]*>([\s\S]*?)<\/script>/g,
		))
			expect(() => JSON.parse(json)).not.toThrow()
		for (const [, attribute = ''] of page.matchAll(/<meta [^>]*content="([^"]*x\(\)[^"]*)"/g))
			expect(attribute).toContain('&lt;script&gt;x()&lt;/script&gt;&quot;')
	}
	expect(touched).toBeGreaterThan(8)
	for (const path of ['/articles', '/articles/what-your-deposit-is-for', '/articles/feed.xml'])
		expect([path, after.get(path)?.page]).toEqual([path, expect.stringContaining('&lt;script&gt;x()')])
	for (const path of ['/', '/404', '/terms', '/account']) {
		const text = after.get(path)?.page ?? ''
		const part = (name: string) => text.slice(text.indexOf(`data-markup="${name}"`)).slice(0, 2_000)
		for (const name of ['wordmark', 'notices', 'footer'])
			expect([path, name, part(name)]).toEqual([path, name, expect.stringContaining('&lt;script&gt;x()')])
		expect(text).toContain('href="/about?a=%3Cb%3E&amp;b"')
	}
	const page = after.get('/products/cv-secrets')?.page ?? ''
	expect(page).toMatch(/<title>&lt;\/script&gt;/)
	expect(page).toMatch(/<meta property="og:title" content="&lt;\/script&gt;/)
	const [, json = ''] = /<script type="application\/ld\+json"[^>]*>([\s\S]*?)<\/script>/.exec(page) ?? []
	expect(JSON.stringify(JSON.parse(json))).toContain(JSON.stringify(hostile).slice(1, -1))
})
