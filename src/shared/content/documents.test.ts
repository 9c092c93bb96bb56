import { expect, test } from 'vitest'
import { home } from '#catalogue/pages/home.ts'
import { site as siteWords } from '#catalogue/site.ts'
import { readStarterShop } from '#catalogue/starter-shop.ts'
import { isChapterHtml } from './chapter-html.ts'
import { findFaults, withoutUnknownFields } from './documents.ts'

const starter = await readStarterShop()
const product = (id: string): object => {
	const content = starter.find((document) => document.kind === 'product' && document.id === id)?.content
	if (typeof content !== 'object' || content === null) throw new Error(`there is no product ${id}`)
	return content
}
const cv = { kind: 'product', id: '2' } as const

test('every document of the starter shop matches its schema, also after a round trip as JSON', () => {
	expect(starter.length).toBeGreaterThan(9)
	for (const { content, ...name } of starter) {
		const stored: unknown = JSON.parse(JSON.stringify(content))
		expect([name, findFaults(name, stored)]).toEqual([name, []])
		expect(stored).toEqual(content)
	}
})

test('the document of a product has its page and the text of its free chapter', () => {
	expect(product('2')).toMatchObject({
		slug: 'cv-secrets',
		page: { questions: expect.arrayContaining([]), chapter: { html: expect.stringContaining('<p>') } },
	})
	expect(product('5')).toMatchObject({ comingSoon: true, page: null, gallery: [{ name: '01-cover' }] })
})

test('all faults of a document are named by their paths, those between fields too', () => {
	const faults = findFaults(cv, {
		...product('2'),
		title: '',
		pricePence: null,
		taxCode: 'zero-rated',
		gallery: [{ name: 'No Such Name' }],
		page: { title: 'x', questions: [{ question: 'Why?' }] },
		colour: 'green',
	})
	const paths = faults.map(({ path }) => path)
	expect(paths).toEqual(
		expect.arrayContaining([
			...[
				'title',
				'taxCode',
				'gallery.0.name',
				'gallery.0.alt',
				'page.description',
				'page.questions.0.answer',
			],
			...['pricePence', ''],
		]),
	)
	expect(faults).toContainEqual({ path: 'pricePence', says: 'a released product is free or has a price' })
	expect(faults.find(({ path }) => path === '')?.says).toContain('colour')
})

test('fields that a later release has added are left out when a document is read', () => {
	const { page } = Object.assign({ page: { questions: [{}] } }, product('2'))
	const later = {
		...product('2'),
		colour: 'green',
		page: { ...page, questions: page.questions.map((one) => ({ ...one, votes: 3 })), mood: 'calm' },
	}
	expect(findFaults(cv, later).map(({ path }) => path)).toEqual(
		expect.arrayContaining(['', 'page', 'page.questions.0']),
	)
	expect(withoutUnknownFields(cv, later)).toEqual(product('2'))
	expect(withoutUnknownFields(cv, { ...later, title: '' })).toEqual({ ...product('2'), title: '' })
})

test.each(['two\nlines', 'a\ttab', 'turned \u202Eback', 'x'.repeat(81)])('%j is no title', (title) => {
	expect(findFaults(cv, { ...product('2'), title }).map(({ path }) => path)).toEqual(['title'])
	expect(findFaults(cv, { ...product('2'), title: 'Für 👩‍🎓 – “один” & שלום' })).toEqual([])
})

test('no two testimonials share an id: a claim is confirmed by its id', () => {
	const [first] = home.testimonials
	const twice = { ...home, testimonials: [first, { ...first, quote: 'Invented' }] }
	expect(findFaults({ kind: 'page', id: 'home' }, twice)).toEqual([
		{ path: 'testimonials', says: 'two of them have the same id' },
	])
})

const site = { kind: 'site', id: 'site' } as const

test.each([
	[{ profiles: ['https://x.com/a', 'https://evil.test/x.com'] }, 'profiles.1', /^must be the https address/],
	[{ profiles: ['javascript:alert(1)'] }, 'profiles.0', /^must be the https address/],
	[{ profiles: ['https://x.com/a', 'https://x.com/b'] }, 'profiles.1', /second profile/],
	[
		{ notice: { text: 'Closed', link: { text: 'Why', address: 'javascript:x()' } } },
		'notice.link.address',
		/^links begin/,
	],
	[
		{ notice: { text: 'Closed', link: { text: 'Why', address: '//evil.test' } } },
		'notice.link.address',
		/^links begin/,
	],
	[{ notice: { text: '' } }, 'notice.text', /can’t be empty/],
	[{ tagline: 'a\nb' }, 'tagline', /line breaks/],
])('the words of every page can’t have %j', (change, path, says) => {
	expect(findFaults(site, { ...siteWords, ...change })).toEqual([{ path, says: expect.stringMatching(says) }])
})

test('profiles and a notice with a link fit the words of every page', () => {
	const profiles = ['https://www.tiktok.com/@headstart', 'https://x.com/headstart']
	const notice = { text: 'Closed in May.', link: { text: 'Why', address: '/about' } }
	expect(findFaults(site, { ...siteWords, profiles, notice })).toEqual([])
})

test.each([null, 'text', 7, [], undefined])('%j is not a product', (content) => {
	expect(findFaults(cv, content)).not.toEqual([])
})

test('a product keeps its id, and only pages that exist have documents', () => {
	expect(findFaults(cv, { ...product('2'), id: '3' })).toEqual([
		{ path: 'id', says: 'the id of this product is 2' },
	])
	for (const id of ['nowhere', 'constructor', '__proto__'])
		expect(findFaults({ kind: 'page', id }, {})).toEqual([
			{ path: '', says: `the shop has no page called ${id}` },
		])
	expect(findFaults({ kind: 'site', id: 'home' }, {})).toHaveLength(1)
})

test.each([
	'<script>alert(1)</script>',
	'<p onclick="alert(1)">x</p>',
	'<a class="link" href="javascript:alert(1)">x</a>',
	'<a href="https://a.test" onclick="x">x</a>',
	'<scr<p>ipt>alert(1)</script>',
	'<img src=x onerror=alert(1)>',
	'<!-- a comment -->',
	'<div class="fixed inset-0">x</div>',
	'<P>x</P>',
	'<p',
])('the text of a chapter may not contain %s', (html) => {
	expect(isChapterHtml(html)).toBe(false)
	const { page } = Object.assign({ page: {} }, product('2'))
	const chapter = { file: 'CV.pdf', title: 'One', pages: [1], words: 9, html }
	expect(findFaults(cv, { ...product('2'), page: { ...page, chapter } })).toMatchObject([
		{ path: 'page.chapter.html' },
	])
})
