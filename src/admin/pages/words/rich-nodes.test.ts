import { getSchema, type JSONContent } from '@tiptap/core'
import { Node } from '@tiptap/pm/model'
import { expect, test } from 'vitest'
import { readStarterShop } from '#catalogue/starter-shop.ts'
import { insertions } from '#shared/content/rich-text.ts'
import { richTextShape } from '#shared/content/rich-text-schema.ts'
import { extensionsFor, fromEditor, toEditor } from './rich-nodes.ts'

const insert = insertions.map(({ name }) => name)
const schema = getSchema(extensionsFor({ most: 1_000, insert, isLong: true }))

/** Collects every text with a little form in a document. */
function textsIn(value: unknown): unknown[] {
	const text = richTextShape.safeParse(value)
	if (text.success && text.data.length > 0) return [text.data]
	return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : []
}

test('every text of the starter shop comes out of the editor as it went in', async () => {
	const texts = (await readStarterShop()).flatMap(({ content }) => textsIn(content))
	expect(texts.length).toBeGreaterThan(20)
	for (const text of texts) {
		const node = Node.fromJSON(schema, toEditor(text))
		node.check()
		expect(fromEditor(node.toJSON())).toEqual(text)
	}
})

test('what the editor can’t keep is left out', () => {
	const text = (written: string, mark?: { type: string; attrs: object }) => ({
		type: 'text',
		text: written,
		...(mark === undefined ? {} : { marks: [mark] }),
	})
	const content: JSONContent[] = [
		{
			type: 'paragraph',
			content: [
				text('a\u202Eb\u2028c'),
				text('d', { type: 'link', attrs: { href: 'javascript:alert(1)' } }),
				text('e', { type: 'textStyle', attrs: { color: 'red' } }),
				{ type: 'image', attrs: { src: 'https://evil.test/x.png' } },
				{ type: 'inlineInsertion', attrs: { insert: 'constructor' } },
			],
		},
		{ type: 'paragraph' },
		{ type: 'bulletList', content: [{ type: 'listItem', content: [{ type: 'paragraph' }] }] },
		{ type: 'insertion', attrs: { insert: '<script>' } },
	]
	expect(fromEditor({ type: 'doc', content })).toEqual([{ kind: 'paragraph', text: ['ab c', 'd', 'e'] }])
})

test('a draft of another shape is shown as far as it is a text', () => {
	const shown = { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: 'a' }] }] }
	expect(
		toEditor([
			{ kind: 'paragraph', text: ['a'] },
			1,
			{ kind: 'html', text: ['b'] },
			{ kind: 'h3', text: 'c' },
		]),
	).toEqual(shown)
	for (const value of [undefined, null, 'a', [{ kind: 'bullets', items: [[{ text: 1 }]] }]])
		expect(toEditor(value)).toEqual({ type: 'doc', content: [{ type: 'paragraph' }] })
})

test('only addresses that may be linked are links, and lists don’t nest', () => {
	expect(Object.keys(schema.marks).toSorted()).toEqual(['bold', 'highlight', 'link'])
	expect(
		schema.nodes.listItem?.contentMatch.matchType(schema.nodes.bulletList ?? schema.topNodeType),
	).toBeNull()
})
