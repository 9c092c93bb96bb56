import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { foldText } from '#shared/fold-text.ts'
import { readHtml } from '#test/read-html.ts'
import { findText } from './find-text.ts'
import { readGuide } from './read-guide.ts'
import { textOf } from './read-html.ts'

const element = { id: null, kind: null, href: null, scope: 'col', value: null, field: null }

const chapter = { id: 'money', title: 'Money', html: '<p>Save <strong>early</strong>.</p>' }
const guide = { slug: 'student-guide', title: 'Student Guide', edition: '2026-11-22', chapters: [chapter] }
const read = (stored: unknown) => readGuide(JSON.stringify(stored), 'student-guide', readHtml)

test('parsing the HTML of a free chapter loses no words, notes, boxes or links', () => {
	for (const slug of ['student-guide', 'cv-secrets', 'startup-blueprint', 'budget-planner']) {
		const html = readFileSync(`catalogue/${slug}/chapter.html`, 'utf8')
		const shown = textOf(readHtml(html)).replace(/\s+/g, '')
		const written = html
			.replace(/<[^>]*>|\s+/g, '')
			.replaceAll('&lt;', '<')
			.replaceAll('&amp;', '&')
		expect(shown, slug).toBe(written)
	}
	expect(readHtml('<p class="tick">Enrol, see <a class="link" href="tel:111">111</a></p>')).toEqual([
		{
			...element,
			tag: 'p',
			kind: 'tick',
			children: ['Enrol, see ', { ...element, tag: 'a', href: 'tel:111', children: ['111'] }],
		},
	])
	const headings = '<h3 id="health--signs">a</h3><h3 id="main">b</h3><p id="health--signs">c</p>'
	expect(readHtml(headings)).toMatchObject([{ id: 'health--signs' }, { id: null }, { id: null }])
	expect(readHtml('<span data-field="a-b" data-kind="hours" data-row="Week">x</span>')).toEqual([
		{ ...element, tag: 'span', field: { name: 'a-b', kind: 'hours', row: 'Week' }, children: [] },
	])
	expect(readHtml('<ol><li value="7">Pay</li></ol>')).toMatchObject([{ children: [{ tag: 'li', value: 7 }] }])
	expect(readHtml('<table><tr><th scope="row">May</th></tr></table>')).toMatchObject([
		{ children: [{ children: [{ children: [{ tag: 'th', scope: 'row' }] }] }] },
	])
})

test('scripts, handlers, styles, frames, forms, unknown elements and links that run code are removed', () => {
	const html = `<p onclick="steal()" style="position:fixed" id="x" class="note evil">Hello<script>steal()</script>
		<img src="x" onerror="steal()"><iframe src="https://evil.test"></iframe><style>p{}</style><template><b>t</b></template>
		<a href="javascript:steal()">one</a><a href="data:text/html,x">two</a><a href="//evil.test">three</a>
		<a href="https://gov.uk" target="_blank" onclick="steal()">four</a></p><form><input><p>inside</p></form>
		<object data="x"></object><math><p>m</p></math><span data-field="evil&quot;" data-kind="text"></span><span data-field="a" data-kind="script"></span><custom-part>c</custom-part><!-- a comment -->`
	const all = JSON.stringify(readHtml(html))
	expect(all).not.toMatch(
		/steal|evil|script|iframe|style|template|form|input|object|math|custom|comment|inside|onclick/,
	)
	const links = readHtml(html).flatMap((node) => (typeof node === 'string' ? [] : node.children))
	expect(links.flatMap((node) => (typeof node === 'object' && node.tag === 'a' ? [node.href] : []))).toEqual([
		null,
		null,
		null,
		'https://gov.uk',
	])
})

test.each([
	['that is not JSON', '{'],
	['with the guide of another product', { ...guide, slug: 'cv-secrets' }],
	['without chapters', { ...guide, chapters: [] }],
	['without an edition', { ...guide, edition: 3 }],
	[
		'with a chapter that lacks its text',
		{ ...guide, chapters: [chapter, { id: 'health', title: 'Health' }] },
	],
	['with an invalid anchor', { ...guide, chapters: [{ ...chapter, id: '"><script>' }] }],
	['with two chapters that share an anchor', { ...guide, chapters: [chapter, chapter] }],
])('a file %s is not shown', (_name, stored) => {
	expect(read(guide)?.chapters).toHaveLength(1)
	expect(typeof stored === 'string' ? readGuide(stored, 'student-guide', readHtml) : read(stored)).toBeNull()
})

function search(query: string, ...htmls: string[]) {
	return findText(
		htmls.map((html, index) => ({ id: `c${index}`, title: '', nodes: readHtml(html) })),
		query,
	)
}

test('a search ignores case, accents and typographic dashes and quotes, and matches across elements', () => {
	const html = '<p>Don’t pay a “holding” <strong>de</strong>posit twice – see Zoë’s notes.</p>'
	for (const [query, count] of [
		['DEPOSIT', 1],
		["don't", 1],
		['"holding"  deposit', 1],
		['twice - see zoe', 1],
		['zoë', 1],
		['rent', 0],
	] as const)
		expect(search(query, html)?.count, query).toBe(count)
	expect([...(search('deposit', html)?.chapters[0]?.entries() ?? [])]).toEqual([
		[1, [{ start: 0, end: 2, match: 0 }]],
		[2, [{ start: 0, end: 5, match: 0 }]],
	])
})

test('a search ignores the same differences as every other search of the shop, and marks whole letters', () => {
	const text = 'The Straße of Łukasz, Ærø: cafe\u0301s, ﬁnancial co\u00adoperation ´n´ O‘Brien − £5…'
	const marked = (query: string) =>
		[...(search(query, `<p>${text}</p>`)?.chapters[0]?.values() ?? [])]
			.flat()
			.map(({ start, end }) => text.slice(start, end))
	for (const [query, found] of [
		['strasse', 'Straße'],
		['STRAßE', 'Straße'],
		['stras', 'Straß'],
		['sse', 'ße'],
		['lukasz', 'Łukasz'],
		['aero', 'Ærø'],
		['cafe', 'cafe\u0301'],
		['fes,', 'fe\u0301s,'],
		['CAFÉS', 'cafe\u0301s'],
		['financial', 'ﬁnancial'],
		['cooperation', 'co\u00adoperation'],
		["'n' o'brien", '´n´ O‘Brien'],
		['- £5...', '− £5…'],
	] as const) {
		expect(marked(query), query).toEqual([found])
		expect(foldText(text), query).toContain(foldText(query))
	}
})

test('a search counts the matches in all chapters, but none that span two paragraphs', () => {
	const found = search('rent', '<p>Rent. My rent</p><p>al</p>', '<ul><li>no</li></ul>', '<p>Parent</p>')
	expect(found).toMatchObject({ count: 3, firsts: [0, 2, 2] })
	expect(search('rental', '<p>rent</p><p>al</p>')?.count).toBe(0)
})

test.each(['', ' ', 'a', ' a '])('the query %j is too short to search for', (query) => {
	expect(search(query, '<p>a a</p>')).toBeNull()
})
