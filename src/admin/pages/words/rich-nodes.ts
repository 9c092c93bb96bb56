import { type AnyExtension, type JSONContent, Mark, mergeAttributes, Node } from '@tiptap/core'
import StarterKit from '@tiptap/starter-kit'
import type { RichTextLimits } from '#shared/content/form-field.ts'
import {
	type Block,
	type Insertion,
	insertions,
	insertionTitle,
	isInLine,
	isLinkAddress,
	type Line,
	listKinds,
	type RichText,
	type Run,
	textKinds,
} from '#shared/content/rich-text.ts'
import { isRecord } from '#shared/json.ts'

const enterKey = 'Enter'

/** Returns what the editor knows. Whatever else is pasted, such as Word's styles or a picture, becomes plain text or nothing. */
export function extensionsFor({ insert = [], isLong = false }: RichTextLimits): AnyExtension[] {
	return [
		StarterKit.configure({
			blockquote: false,
			code: false,
			codeBlock: false,
			dropcursor: false,
			hardBreak: false,
			horizontalRule: false,
			italic: false,
			listItem: false,
			strike: false,
			trailingNode: false,
			underline: false,
			heading: { levels: isLong ? [2, 3] : [3] },
			link: {
				autolink: false,
				openOnClick: false,
				isAllowedUri: (address) => isLinkAddress(address ?? ''),
				HTMLAttributes: { target: null, rel: null, class: 'link' },
			},
		}),
		// Lists don't nest.
		Node.create({
			name: 'listItem',
			content: 'paragraph',
			defining: true,
			parseHTML: () => [{ tag: 'li' }],
			renderHTML: () => ['li', 0],
			addKeyboardShortcuts() {
				return { [enterKey]: () => this.editor.commands.splitListItem(this.name) }
			},
		}),
		Node.create({
			name: 'note',
			group: 'block',
			content: 'inline*',
			parseHTML: () => [{ tag: 'p[data-note]', priority: 60 }],
			renderHTML: () => ['p', { 'data-note': '', class: 'margin-note' }, 0],
		}),
		Mark.create({
			name: 'highlight',
			parseHTML: () => [{ tag: 'mark' }],
			renderHTML: () => ['mark', { class: 'marked' }, 0],
			addKeyboardShortcuts() {
				return { 'Mod-Shift-h': () => this.editor.commands.toggleMark(this.name) }
			},
		}),
		insertionNode('insertion', { tag: 'div', allowed: insert.filter((name) => !isInLine(name)) }),
		insertionNode('inlineInsertion', { tag: 'span', allowed: insert.filter(isInLine) }),
	]
}

/** What the software says in this place. It can be moved and taken out, but not written in. */
function insertionNode(name: string, { tag, allowed }: { tag: string; allowed: readonly Insertion[] }) {
	const isWithin = tag === 'span'
	return Node.create({
		name,
		inline: isWithin,
		group: isWithin ? 'inline' : 'block',
		atom: true,
		addAttributes: () => ({ insert: { default: allowed[0] ?? '' } }),
		parseHTML: () => [
			{
				tag: `${tag}[data-insertion]`,
				getAttrs: (element) => {
					const insert = allowed.find((one) => one === element.dataset.insertion)
					return insert === undefined ? false : { insert }
				},
			},
		],
		renderHTML: ({ node }) => [
			tag,
			mergeAttributes({ 'data-insertion': String(node.attrs.insert), class: 'insertion' }),
			insertionTitle(String(node.attrs.insert)),
		],
	})
}

function nameOf(value: unknown): Insertion | undefined {
	return insertions.find(({ name }) => name === value)?.name
}

/** Returns a text as the editor holds it. A draft that a program has saved may have blocks of another shape, which are left out. */
export function toEditor(text: unknown): JSONContent {
	const blocks = Array.isArray(text) ? text.filter(isBlock).map(blockToEditor) : []
	return { type: 'doc', content: blocks.length > 0 ? blocks : [{ type: 'paragraph' }] }
}

function isBlock(value: unknown): value is Block {
	if (!isRecord(value)) return false
	const { kind, text, items, insert } = value
	return (
		(kind === 'insertion' && nameOf(insert) !== undefined) ||
		(textKinds.some((one) => one === kind) && isLine(text)) ||
		(listKinds.some((one) => one === kind) && Array.isArray(items) && items.every(isLine))
	)
}

function isLine(value: unknown): value is Line {
	return Array.isArray(value) && value.every(isRun)
}

function isRun(value: unknown): value is Run {
	if (!isRecord(value)) return typeof value === 'string'
	const { text, link = '', insert } = value
	return nameOf(insert) !== undefined || (typeof text === 'string' && typeof link === 'string')
}

function blockToEditor(block: Block): JSONContent {
	if (block.kind === 'insertion') return { type: 'insertion', attrs: { insert: block.insert } }
	if ('items' in block)
		return {
			type: block.kind === 'bullets' ? 'bulletList' : 'orderedList',
			content: block.items.map((item) => ({
				type: 'listItem',
				content: [{ type: 'paragraph', content: lineToEditor(item) }],
			})),
		}
	const { kind, text } = block
	return kind === 'h2' || kind === 'h3'
		? { type: 'heading', attrs: { level: kind === 'h2' ? 2 : 3 }, content: lineToEditor(text) }
		: { type: kind, content: lineToEditor(text) }
}

function lineToEditor(line: Line): JSONContent[] {
	return line.flatMap((run): JSONContent[] => {
		if (typeof run === 'string') return run === '' ? [] : [{ type: 'text', text: run }]
		if ('insert' in run) return [{ type: 'inlineInsertion', attrs: { insert: run.insert } }]
		const { text, link, strong, marked } = run
		const marks = [
			...(link === undefined ? [] : [{ type: 'link', attrs: { href: link } }]),
			...(strong ? [{ type: 'bold' }] : []),
			...(marked ? [{ type: 'highlight' }] : []),
		]
		return text === '' ? [] : [{ type: 'text', text, marks }]
	})
}

/** Returns what the editor holds as a text. Empty lines are left out. */
export function fromEditor({ content = [] }: JSONContent): RichText {
	return content.flatMap((node): Block[] => {
		const { type, attrs, content: inner = [] } = node
		if (type === 'insertion') {
			const insert = nameOf(attrs?.insert)
			return insert === undefined ? [] : [{ kind: 'insertion', insert }]
		}
		if (type === 'bulletList' || type === 'orderedList') {
			const items = inner.map((item) => lineFrom(item.content?.[0])).filter(({ length }) => length > 0)
			return items.length === 0 ? [] : [{ kind: type === 'bulletList' ? 'bullets' : 'numbers', items }]
		}
		const text = lineFrom(node)
		if (text.length === 0) return []
		if (type === 'heading') return [{ kind: attrs?.level === 2 ? 'h2' : 'h3', text }]
		return [{ kind: type === 'note' ? 'note' : 'paragraph', text }]
	})
}

function lineFrom(node: JSONContent | undefined): Line {
	return (node?.content ?? []).flatMap(({ type, text, attrs, marks = [] }): Run[] => {
		if (type === 'inlineInsertion') {
			const insert = nameOf(attrs?.insert)
			return insert === undefined ? [] : [{ insert }]
		}
		const written = (text ?? '')
			.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ')
			.replaceAll(/[\u202A-\u202E\u2066-\u2069]/g, '')
		if (written === '') return []
		const has = (name: string) => marks.some((mark) => mark.type === name)
		const href: unknown = marks.find((mark) => mark.type === 'link')?.attrs?.href
		const form = {
			...(typeof href === 'string' && isLinkAddress(href) ? { link: href } : {}),
			...(has('bold') ? { strong: true as const } : {}),
			...(has('highlight') ? { marked: true as const } : {}),
		}
		return Object.keys(form).length === 0 ? [written] : [{ text: written, ...form }]
	})
}
