import { DOMParser } from '@xmldom/xmldom'
import { UnreadableFile } from '#server/platform/child/unreadable-file.ts'

/** A book of 500 pages has a third of it. */
const mostTags = 400_000

/** Parses a part of a file. Rejects entities of its own, which could name other files or grow without end. */
export function parseXml(xml: string, type: 'text/xml' | 'application/xhtml+xml' = 'text/xml'): Element {
	if (/<!ENTITY|<!DOCTYPE[^>]*\[/i.test(xml))
		throw new UnreadableFile('It declares entities of its own, which could reach for other files.')
	if (xml.split('<').length > 2 * mostTags) throw new UnreadableFile('A part of it is far too long.')
	const fail = (): never => {
		throw new UnreadableFile('It is damaged: a part of it isn’t well formed. Save it again.')
	}
	const parser = new DOMParser({ errorHandler: { warning: () => {}, error: () => {}, fatalError: fail } })
	return parser.parseFromString(xml, type).documentElement ?? fail()
}

/** Returns the elements inside one that have one of these names, whatever their prefix, in the order of the file. */
export function elementsOf(parent: Element | undefined, ...names: readonly string[]): Element[] {
	if (parent === undefined) return []
	const found: Element[] = []
	// Not recursively, because a hostile file may be as deep as it is long.
	const pending = childrenOf(parent).toReversed()
	for (let element = pending.pop(); element !== undefined; element = pending.pop()) {
		if (names.includes(element.localName)) found.push(element)
		pending.push(...childrenOf(element).toReversed())
	}
	return found
}

export function childrenOf(parent: Element): Element[] {
	return Array.from(parent.childNodes).filter(isElement)
}

function isElement(node: Node): node is Element {
	return node.nodeType === 1
}

/** Returns the text of an element with single spaces. */
export function textOf(element: Element | undefined): string {
	return (element?.textContent ?? '').replaceAll(/\s+/g, ' ').trim()
}

/** Returns an attribute by its name, whatever its prefix; an empty text if there is none. */
export function attributeOf(element: Element | undefined, name: string): string {
	return Array.from(element?.attributes ?? []).find(({ localName }) => localName === name)?.value ?? ''
}
