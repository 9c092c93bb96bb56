import { readField, type SheetField } from '#shared/sheet-fields.ts'

/** A part of a chapter: a text, or an element that the page knows. */
export type ChapterNode = string | ChapterElement

export interface ChapterElement {
	tag: Tag
	/** The anchor of a section; null for anything else. */
	id: string | null
	/** One of the classes that the style sheet knows; null for none. */
	kind: Kind | null
	/** The target, if this is a link and the link is allowed; otherwise null. */
	href: string | null
	/** Whether a header cell of a table belongs to a row or a column. */
	scope: 'row' | 'col'
	/** The number of a list item, if the HTML gives it one. */
	value: number | null
	/** The field of a sheet that stands here; null for none. */
	field: SheetField | null
	children: readonly ChapterNode[]
}

const tags = [
	...['p', 'h3', 'h4', 'ul', 'ol', 'li', 'div', 'table', 'caption', 'thead', 'tbody', 'tr', 'th', 'td'],
	...['strong', 'em', 'mark', 'br', 'a', 'span'],
] as const
type Tag = (typeof tags)[number]

const kinds = [
	...[
		'note',
		'check',
		'panel',
		'panel-title',
		'answer',
		'tick',
		'ticks',
		'sample',
		'sample-label',
		'pair',
		'sheet',
	],
] as const
type Kind = (typeof kinds)[number]

/** The properties of a node that are read here. Both the browser's parser and parse5 provide them. */
export interface HtmlNode {
	readonly nodeType: number
	/** In capitals for HTML elements. */
	readonly nodeName: string
	readonly textContent: string | null
	readonly childNodes: Iterable<HtmlNode>
	getAttribute?: (name: string) => string | null
}

const elementType = 1
const textType = 3

/**
 * Converts a chapter's HTML into a form that React can show. Drops unknown elements together with everything in them, and unknown
 * classes. Keeps links to pages, phone numbers, emails and chapters; of other links, keeps only the text.
 */
export function readNodes({ childNodes }: Pick<HtmlNode, 'childNodes'>, within?: Tag): ChapterNode[] {
	return Array.from(childNodes).flatMap((node): ChapterNode[] => {
		if (node.nodeType === textType) return readText(node.textContent ?? '', within)
		if (node.nodeType !== elementType) return []
		const name = node.nodeName.toLowerCase()
		const tag = tags.find((known) => known === name)
		const element = tag && readElement(tag, node)
		// A span is only the place of a field.
		return element === undefined || (tag === 'span' && element.field === null) ? [] : [element]
	})
}

const withoutText: ReadonlySet<Tag | undefined> = new Set(['ul', 'ol', 'table', 'thead', 'tbody', 'tr'])

/** Returns the text of a text node. Drops the line breaks between the rows of a table or the items of a list. */
function readText(text: string, within: Tag | undefined): string[] {
	const isLayout = text.trim() === '' && withoutText.has(within)
	return text === '' || isLayout ? [] : [text.replace(/[\t\n\r ]+/g, ' ')]
}

function readElement(tag: Tag, node: HtmlNode): ChapterElement {
	const attribute = (name: string) => node.getAttribute?.(name) ?? null
	const value = attribute('value') ?? ''
	return {
		tag,
		id: tag === 'h3' ? sectionId(attribute('id')) : null,
		kind: kinds.find((known) => known === attribute('class')) ?? null,
		href: tag === 'a' ? safeHref(attribute('href')) : null,
		scope: attribute('scope') === 'row' ? 'row' : 'col',
		value: /^\d+$/.test(value) ? Number(value) : null,
		field: readField(attribute('data-field'), attribute('data-kind'), attribute('data-row')),
		children: tag === 'span' ? [] : readNodes(node, tag),
	}
}

/** Accepts only anchors with a double hyphen, which no other id on the page has. */
function sectionId(id: string | null): string | null {
	return id !== null && /^[\w-]+--[\w-]+$/.test(id) ? id : null
}

const safeAddress = /^(https?:\/\/|tel:|mailto:|#[\w-]+$)/i

function safeHref(href: string | null): string | null {
	return href !== null && safeAddress.test(href) ? href : null
}

/** Returns the text in these nodes. */
export function textOf(nodes: readonly ChapterNode[]): string {
	return nodes.map((node) => (typeof node === 'string' ? node : textOf(node.children))).join('')
}
