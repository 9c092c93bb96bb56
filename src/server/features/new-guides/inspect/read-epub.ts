import { posix } from 'node:path'
import type { Block, Picture, ReadDocument, Section } from '#server/features/new-guides/inspected-file.ts'
import { UnreadableFile } from '#server/platform/child/unreadable-file.ts'
import type { Packed } from './unpack.ts'
import { attributeOf, childrenOf, elementsOf, parseXml, textOf } from './xml.ts'

/** Reads an e-book: what it says of itself, its chapters in reading order, and its cover. */
export function readEpub(packed: Packed): ReadDocument {
	if (packed.text('META-INF/encryption.xml')?.includes('EncryptedData'))
		throw new UnreadableFile('It is protected (DRM), so its readers couldn’t open it. Export it without.')
	const container = parseXml(packed.text('META-INF/container.xml') ?? missing('its list of contents'))
	const packagePath = attributeOf(elementsOf(container, 'rootfile')[0], 'full-path')
	const book = parseXml(packed.text(packagePath) ?? missing(packagePath))
	const folder = posix.dirname(packagePath)
	const items = elementsOf(elementsOf(book, 'manifest')[0], 'item').map((item) => ({
		id: attributeOf(item, 'id'),
		path: posix.join(folder, decode(attributeOf(item, 'href'))),
		type: attributeOf(item, 'media-type'),
		properties: attributeOf(item, 'properties').split(' '),
	}))
	const titles = titlesIn(packed, items)
	const order = elementsOf(book, 'itemref').map((ref) => attributeOf(ref, 'idref'))
	const sections = order.flatMap((id, index): Section[] => {
		const item = items.find((one) => one.id === id)
		const xhtml = item && packed.text(item.path)
		if (item === undefined || xhtml === undefined || item.properties.includes('nav')) return []
		const page = parseXml(xhtml, 'application/xhtml+xml')
		if (elementsOf(page, 'script').length > 0)
			throw new UnreadableFile('Its pages have scripts, which an e-book needs no more than a guide does.')
		const [heading] = elementsOf(page, 'h1', 'h2')
		const title = titles.get(item.path) ?? (textOf(heading) || `Part ${index + 1}`)
		const blocks = blocksOf(elementsOf(page, 'body')[0]).filter(({ text }) => text !== title)
		return blocks.length === 0 ? [] : [{ title, page: null, lastPage: null, blocks }]
	})
	if (sections.length === 0) throw new UnreadableFile('There is no text in it.')
	const metadata = (name: string) => textOf(elementsOf(book, name)[0]) || null
	return {
		title: metadata('title'),
		author: metadata('creator'),
		subject: metadata('description'),
		pageCount: null,
		sections,
		sheets: [],
		access: titles.size === 0 ? [] : ['headings'],
		faults: [
			...(titles.size === 0 ? ['No table of contents: readers can’t jump to a chapter.'] : []),
			...(metadata('language') === null ? ['No language: a screen reader doesn’t know how to say it.'] : []),
			...(metadata('title') === null ? ['No title in the file: e-readers show its file name.'] : []),
		],
		pictures: coverIn(packed, items, elementsOf(book, 'meta')),
	}
}

interface Item {
	id: string
	path: string
	type: string
	properties: readonly string[]
}

/** Returns the title of each file of the book, from its navigation or, in older books, its NCX. */
function titlesIn(packed: Packed, items: readonly Item[]): Map<string, string> {
	const titles = new Map<string, string>()
	const add = (from: Item, href: string, title: string) => {
		const path = posix.join(posix.dirname(from.path), decode(href.replace(/#.*$/, '')))
		if (title !== '' && !titles.has(path)) titles.set(path, title)
	}
	const navigation = items.find(({ properties }) => properties.includes('nav'))
	const nav = navigation && packed.text(navigation.path)
	if (navigation !== undefined && nav !== undefined) {
		const lists = elementsOf(parseXml(nav, 'application/xhtml+xml'), 'nav')
		const contents = lists.find((list) => attributeOf(list, 'type') === 'toc') ?? lists[0]
		for (const link of elementsOf(contents, 'a')) add(navigation, attributeOf(link, 'href'), textOf(link))
		return titles
	}
	const table = items.find(({ type }) => type === 'application/x-dtbncx+xml')
	const ncx = table && packed.text(table.path)
	if (table !== undefined && ncx !== undefined)
		for (const point of elementsOf(parseXml(ncx), 'navPoint'))
			add(
				table,
				attributeOf(elementsOf(point, 'content')[0], 'src'),
				textOf(elementsOf(point, 'navLabel')[0]),
			)
	return titles
}

function coverIn(packed: Packed, items: readonly Item[], metas: readonly Element[]): Picture[] {
	const named = attributeOf(
		metas.find((meta) => attributeOf(meta, 'name') === 'cover'),
		'content',
	)
	const cover = items.find(({ id, properties }) => properties.includes('cover-image') || id === named)
	if (cover === undefined || !/^image\/(?:png|jpeg|webp)$/.test(cover.type)) return []
	const bytes = packed.unpack(cover.path)
	return bytes === undefined ? [] : [{ page: null, bytes: new Uint8Array(bytes) }]
}

const kinds: ReadonlyMap<string, Block['kind']> = new Map([
	['p', 'paragraph'],
	['blockquote', 'paragraph'],
	['td', 'paragraph'],
	['th', 'paragraph'],
	['li', 'item'],
	...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((name) => [name, 'heading'] as const),
])

/** Returns the paragraphs, headings and items of a page, each with the text that no other inside it has. */
function blocksOf(body: Element | undefined): Block[] {
	return elementsOf(body, ...kinds.keys()).flatMap((element): Block[] => {
		const kind = kinds.get(element.localName)
		const isParent = childrenOf(element).some(({ localName }) => kinds.has(localName) || localName === 'ul')
		const text = textOf(element)
		return kind === undefined || isParent || text === '' ? [] : [{ kind, text }]
	})
}

function decode(href: string): string {
	try {
		return decodeURIComponent(href)
	} catch {
		return href
	}
}

function missing(what: string): never {
	throw new UnreadableFile(`It is damaged: ${what} is missing.`)
}
