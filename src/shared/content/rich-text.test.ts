import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findFaults } from './documents.ts'
import { inPlainWords, isLinkAddress, plainText, type RichText } from './rich-text.ts'
import { richText } from './rich-text-schema.ts'

const schema = richText({ most: 1_000, insert: ['seller-name', 'seller-details'] })
const says = (text: unknown) => schema.safeParse(text).error?.issues.map(({ message }) => message) ?? []
const paragraph = (...text: unknown[]) => [{ kind: 'paragraph', text }]

test('a text has paragraphs, headings, lists, notes, links, strong and highlighted words and insertions', () => {
	const text: RichText = [
		{ kind: 'h3', text: ['One'] },
		{
			kind: 'paragraph',
			text: ['Sold by ', { insert: 'seller-name' }, { text: '.', strong: true, marked: true }],
		},
		{ kind: 'bullets', items: [['a'], [{ text: 'b', link: '/refunds' }]] },
		{ kind: 'numbers', items: [['c']] },
		{ kind: 'note', text: ['Aside'] },
		{ kind: 'insertion', insert: 'seller-details' },
	]
	expect(says(text)).toEqual([])
	expect(plainText(text)).toBe(
		'One\nSold by [The seller’s name].\n• a\n• b\n1. c\nAside\n[The seller’s name, address, email and registrations]',
	)
	expect(inPlainWords(text)).toContain('• b [/refunds]')
	expect(inPlainWords(text)).toContain('. [strong, highlighted]')
})

test.each(['https://www.gov.uk/a?b=c#d', '/refunds', '/products/cv-secrets#x', 'mailto:a@shop.test'])(
	'a link may lead to %s',
	(link) => {
		expect(says(paragraph({ text: 'x', link }))).toEqual([])
	},
)

test.each([
	'javascript:alert(1)',
	'JaVaScRiPt:alert(1)',
	' javascript:alert(1)',
	'java\tscript:alert(1)',
	'data:text/html,<script>alert(1)</script>',
	'vbscript:x',
	'blob:https://shop.test/1',
	'http://shop.test/',
	'//evil.test/',
	'/\\evil.test',
	'\\\\evil.test',
	'https://user:password@evil.test/',
	'https:evil',
	'https://localhost/',
	'https://shop.test/"onmouseover="x',
	'https://shop.test/\u202Egpj',
	'mailto:a@shop.test?bcc=b@evil.test',
	'mailto:a@b@evil.test',
	'#top',
	'refunds',
	'',
	`https://shop.test/${'a'.repeat(400)}`,
])('a link can’t lead to %j', (link) => {
	expect(isLinkAddress(link)).toBe(false)
	expect(says(paragraph({ text: 'x', link })).join()).toContain('links begin with https://')
})

test.each([
	['\u202Eevil', 'turn its direction'],
	['a\u2066b', 'turn its direction'],
	['a\u0000b', 'turn its direction'],
	['a\nb', 'turn its direction'],
	['\uD800', 'turn its direction'],
	['   ', 'can’t be empty'],
	['x'.repeat(1_001), 'too long'],
])('the words can’t be %j', (text, fault) => {
	expect(
		says([...paragraph('a'), ...paragraph(text)])
			.join()
			.replace('has an empty line', 'can’t be empty'),
	).toContain(fault)
	expect(says([...paragraph('a'), { kind: 'bullets', items: [[{ text, strong: true }]] }])).not.toEqual([])
})

test.each([
	['nothing', []],
	['no list', 'text'],
	['markup as a block', [{ kind: 'html', text: ['<script>'] }]],
	['an attribute', paragraph({ text: 'x', onclick: 'alert(1)' })],
	['a class', [{ kind: 'paragraph', text: ['x'], class: 'x' }]],
	['a list without items', [{ kind: 'bullets', items: [] }]],
	['a list within a list', [{ kind: 'bullets', items: [[{ kind: 'bullets', items: [['x']] }]] }]],
	['a large heading where the page has its own', [{ kind: 'h2', text: ['x'] }]],
	['an insertion that this text can’t have', paragraph({ insert: 'seller-email' })],
	['an unknown insertion', paragraph({ insert: 'constructor' })],
	['a block within a sentence', paragraph({ insert: 'seller-details' })],
	['a name outside a sentence', [{ kind: 'insertion', insert: 'seller-name' }]],
	['201 paragraphs', Array.from({ length: 201 }, () => paragraph('x')[0])],
	['201 pieces', paragraph(...Array.from({ length: 201 }, () => 'x'))],
])('a text can’t have %s', (_, text) => {
	expect(says(text)).not.toEqual([])
})

test('whatever is nested ten thousand times is refused in a moment', () => {
	const deep: unknown = Array.from({ length: 10_000 }).reduce<unknown>(
		(inner) => ({ kind: 'paragraph', text: [inner] }),
		'x',
	)
	expect(says([deep])).not.toEqual([])
})

test('whatever is no text is refused, and never throws', () => {
	const outcomes = fc.sample(fc.anything(), 200).map((value) => schema.safeParse(value).success)
	expect(new Set(outcomes)).toEqual(new Set([false]))
})

test('the privacy page keeps what says what the software does, once each', async () => {
	const { privacy } = await import('#catalogue/pages/privacy.ts')
	const name = { kind: 'page', id: 'privacy' } as const
	expect(findFaults(name, privacy)).toEqual([])
	const without = privacy.sections.filter(({ title }) => title !== 'Counting page views')
	expect(findFaults(name, { ...privacy, sections: without })).toEqual([
		{ path: 'sections', says: 'must have “How page views are counted, with the switch” once' },
	])
	const twice = [
		...privacy.sections,
		...privacy.sections.filter(({ title }) => title === 'Who is responsible'),
	]
	expect(findFaults(name, { ...privacy, sections: twice })).toHaveLength(1)
})
