/** A part of a chapter: a text, or an element that the page knows. */
export type ChapterNode = string | ChapterElement

export interface ChapterElement {
	tag: Tag
	/** The name of a section, which links lead to; null for anything else. */
	id: string | null
	/** One of the classes that the style sheet knows; null for none. */
	kind: Kind | null
	/** The target of a link that is allowed; null otherwise. */
	href: string | null
	/** Whether a header cell of a table is for a row or a column. */
	scope: 'row' | 'col'
	/** The number of a list's item, if it has been given one. */
	value: number | null
	children: readonly ChapterNode[]
}

const tags = [
	...['p', 'h3', 'h4', 'ul', 'ol', 'li', 'div', 'table', 'caption', 'thead', 'tbody', 'tr', 'th', 'td'],
	...['strong', 'em', 'mark', 'br', 'a'],
] as const
type Tag = (typeof tags)[number]

const kinds = [
	...['note', 'check', 'panel', 'panel-title', 'answer', 'tick', 'ticks', 'sample', 'sample-label', 'pair'],
] as const
type Kind = (typeof kinds)[number]

/** What is needed of an element, from the browser's parser or another. */
export interface HtmlNode {
	readonly nodeType: number
	/** In capitals for an element of HTML. */
	readonly nodeName: string
	readonly textContent: string | null
	readonly childNodes: Iterable<HtmlNode>
	getAttribute?: (name: string) => string | null
}

const elementType = 1
const textType = 3

/**
 * Reads a chapter's HTML into what React can show. Only the listed elements and classes pass, and only links to pages, telephone
 * numbers, emails and chapters. Everything else is left out, with what is in it.
 */
export function readNodes({ childNodes }: Pick<HtmlNode, 'childNodes'>, within?: Tag): ChapterNode[] {
	return Array.from(childNodes).flatMap((node): ChapterNode[] => {
		if (node.nodeType === textType) return readText(node.textContent ?? '', within)
		if (node.nodeType !== elementType) return []
		const name = node.nodeName.toLowerCase()
		const tag = tags.find((known) => known === name)
		return tag === undefined ? [] : [readElement(tag, node)]
	})
}

const withoutText: ReadonlySet<Tag | undefined> = new Set(['ul', 'ol', 'table', 'thead', 'tbody', 'tr'])

/** Returns nothing for the line breaks between the rows of a table or the items of a list. */
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
		children: readNodes(node, tag),
	}
}

/** Names of sections contain two hyphens, so that they are never those of the page's own parts. */
function sectionId(id: string | null): string | null {
	return id !== null && /^[\w-]+--[\w-]+$/.test(id) ? id : null
}

const safeAddress = /^(https?:\/\/|tel:|mailto:|#[\w-]+$)/i

function safeHref(href: string | null): string | null {
	return href !== null && safeAddress.test(href) ? href : null
}

/** Returns the text of nodes without their elements. */
export function textOf(nodes: readonly ChapterNode[]): string {
	return nodes.map((node) => (typeof node === 'string' ? node : textOf(node.children))).join('')
}
