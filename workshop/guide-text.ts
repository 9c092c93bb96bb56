import { type DefaultTreeAdapterTypes, parse } from 'parse5'
import { chapterClasses, foldMark, plainElements } from '../src/shared/content/chapter-html.ts'
import { readField } from '../src/shared/sheet-fields.ts'
import { readPdfFacts, readTaggedText } from './pdf.ts'
import { compileHtml } from './typst.ts'

/** A chapter of a guide as HTML elements. Its text is word for word that of the PDF. */
export interface ChapterText {
	/** Made from the title, for addresses. */
	id: string
	title: string
	/** Its page numbers in the PDF. */
	pages: number[]
	/** What follows the title. */
	nodes: readonly Node[]
	/** The ids of its title and of everything below it. */
	targets: readonly string[]
	words: number
}

/**
 * Reads a guide's chapters from its source, or only the chapter with this title. Throws if the text of a chapter differs from the
 * PDF, or if the PDF has a chapter that the HTML lacks.
 */
export async function readChapters(source: string, pdf: Uint8Array, title?: string): Promise<ChapterText[]> {
	const { contents, pageCount } = await readPdfFacts(pdf)
	const wanted = contents.filter((entry) => title === undefined || entry.title === title)
	if (wanted.length === 0) throw new Error(`There is no chapter “${title}”`)
	const body = bodyOf(compileHtml(source))
	const printedPages = await readTaggedText(pdf)
	const chapters: ChapterText[] = []
	for (const entry of wanted) {
		// Chapters begin on a new page, so a chapter has its pages to itself.
		const end = contents[contents.indexOf(entry) + 1]?.page ?? pageCount + 1
		const pages = Array.from({ length: end - entry.page }, (_, offset) => entry.page + offset)
		const found = findChapter(body, entry.title)
		const { nodes } = found
		const printed = lettersOf(printedPages.slice(entry.page - 1, end - 1).join(' '))
		const shown = lettersOf(entry.title + nodes.map(textOf).join(''))
		if (shown !== printed) throw new Error(`${source}: “${entry.title}” ${difference(shown, printed)}`)
		chapters.push({ ...found, pages })
	}
	if (title !== undefined) return chapters
	const opening = printedPages.slice(0, (contents[0]?.page ?? 1) - 1)
	return [...readFinder(source, body, chapters, opening), ...chapters]
}

/**
 * Reads the finder of a guide (`finder` in `design/guide.typ`), which is not a chapter in the PDF. Throws if its title or one
 * of its rows is missing from the PDF's opening pages, or if the HTML has any other chapter that the PDF lacks.
 */
function readFinder(
	source: string,
	body: readonly Node[],
	chapters: readonly ChapterText[],
	opening: readonly string[],
): ChapterText[] {
	const titles = new Set(chapters.map(({ title }) => plainQuotes(title)))
	const others = body.filter((node) => isChapter(node) && !titles.has(plainQuotes(textOf(node))))
	const [finder] = others
	if (finder === undefined) return []
	const title = textOf(finder).trim()
	const found = findChapter(body, title)
	const printed = lettersOf(opening.join(' '))
	const missing = [title, ...rowsIn(found.nodes)].filter((text) => !printed.includes(lettersOf(text)))
	if (others.length > 1 || missing.length > 0)
		throw new Error(`${source}: the PDF lacks “${missing[0] ?? textOf(others[1] ?? finder)}”`)
	return [{ ...found, pages: [] }]
}

/**
 * Returns the text of the first cell of each row. The other cells say where to look, with page numbers in print and links on
 * screen.
 */
function rowsIn(nodes: readonly Node[]): string[] {
	return nodes.filter(isElement).flatMap((node) => {
		const [first] = node.tagName === 'tr' ? node.childNodes.filter(isElement) : []
		return first === undefined ? rowsIn(node.childNodes) : [textOf(first)]
	})
}

type Node = DefaultTreeAdapterTypes.ChildNode
type Element = DefaultTreeAdapterTypes.Element

const isElement = (node: Node): node is Element => 'tagName' in node
const isText = (node: Node): node is DefaultTreeAdapterTypes.TextNode => node.nodeName === '#text'

function idOf(title: string): string {
	return title
		.toLowerCase()
		.replace(/[’']/g, '')
		.replace(/[^a-z0-9]+/g, '-')
		.replace(/^-|-$/g, '')
}

function bodyOf(document: string): Node[] {
	const root = parse(document)
		.childNodes.filter(isElement)
		.find(({ tagName }) => tagName === 'html')
	return root?.childNodes.filter(isElement).find(({ tagName }) => tagName === 'body')?.childNodes ?? []
}

function isChapter(node: Node): boolean {
	return isElement(node) && node.tagName === 'h2'
}

/** The PDF's bookmarks have straight quotation marks. */
function plainQuotes(text: string): string {
	return text.trim().replace(/[“”]/g, '"').replace(/[‘’]/g, "'")
}

/** Returns the chapter with this title: everything between its heading and the next one. */
function findChapter(all: readonly Node[], title: string): Omit<ChapterText, 'pages'> {
	const start = all.findIndex((node) => isChapter(node) && plainQuotes(textOf(node)) === plainQuotes(title))
	if (start === -1) throw new Error(`There is no chapter “${title}” in the HTML`)
	const next = all.findIndex((node, index) => index > start && isChapter(node))
	const end = next === -1 ? all.length : next
	const nodes = all.slice(start + 1, end)
	return { id: idOf(title), title, nodes, targets: idsIn(all.slice(start, end)), words: countWords(nodes) }
}

/**
 * Returns the id to which each link within the guide leads, by the link's target. It is the id of a chapter, or
 * `<chapter>--<target>` for a section.
 */
export function linkTargets(chapters: readonly ChapterText[]): Map<string, string> {
	const targets = new Map<string, string>()
	for (const { id, targets: within, nodes } of chapters) {
		for (const target of within) targets.set(target, id)
		for (const target of sectionsIn(nodes)) targets.set(target, `${id}--${target}`)
	}
	return targets
}

function sectionsIn(nodes: readonly Node[]): string[] {
	return idsIn(nodes.filter((node) => isElement(node) && node.tagName === 'h3'))
}

function idsIn(nodes: readonly Node[]): string[] {
	return nodes
		.filter(isElement)
		.flatMap(({ attrs, childNodes }) => [
			...attrs.filter(({ name }) => name === 'id').map(({ value }) => value),
			...idsIn(childNodes),
		])
}

function countWords(nodes: readonly Node[]): number {
	const words = nodes.map(textOf).join(' ').split(/\s+/)
	return words.filter((word) => /\p{L}|\d/u.test(word)).length
}

/** After how many words the shop's page folds the rest away. */
const openingWords = 60

/** Marks the place up to which the page shows the chapter at first. */
export function withFold(nodes: readonly Node[]): Node[] {
	const at = nodes.findIndex((_, index) => countWords(nodes.slice(0, index)) >= openingWords)
	return at === -1 ? [...nodes] : [...nodes.slice(0, at), fold, ...nodes.slice(at)]
}

const fold: DefaultTreeAdapterTypes.CommentNode = { nodeName: '#comment', data: 'fold', parentNode: null }

/**
 * Writes nodes as HTML. Throws if the pages' style sheets do not know an element or class. Links within the guide need
 * `targets`. Where nothing can be typed, sheets are written without fields.
 */
export function toHtml(
	nodes: readonly Node[],
	targets: ReadonlyMap<string, string> = new Map(),
	withFields = false,
): string {
	return nodes
		.map((node) => write(node, targets, withFields))
		.join('')
		.trim()
}

function write(node: Node, targets: ReadonlyMap<string, string>, withFields: boolean): string {
	if (isText(node)) return node.value.replace(/\s+/g, ' ').replace(/&/g, '&amp;').replace(/</g, '&lt;')
	if (node === fold) return foldMark
	if (!isElement(node)) return ''
	const { tagName, childNodes } = node
	const place = targets.get(node.attrs.find(({ name }) => name === 'id')?.value ?? '')
	const attrs = node.attrs.filter(({ name }) => name !== 'id' && !name.startsWith('data-'))
	const inner = toHtml(childNodes, targets, withFields)
	const field = withFields ? fieldOf(node) : ''
	const value = attrs[0]?.value ?? ''
	const only = (name: string) => attrs.length === 1 && attrs[0]?.name === name
	if (tagName === 'br') return '<br>'
	if (tagName === 'h3' && place !== undefined) return `<h3 id="${place}">${inner}</h3>`
	// Typst uses a span for text that stays on one line.
	if (tagName === 'span') return field === '' ? inner : `<span${field}></span>`
	if (tagName === 'div' && attrs.length === 0)
		return withFields ? `<div${field || ' class="sheet"'}>${inner}</div>` : inner
	if (only('class') && chapterClasses.includes(value))
		return `<${tagName} class="${value}"${field}>${inner}</${tagName}>`
	if (tagName === 'a' && only('href')) return linkTo(value, inner, targets)
	// The empty cell in the corner of a table is not a header.
	if (tagName === 'th') return inner === '' ? '<td></td>' : `<th scope="col">${inner}</th>`
	if (tagName === 'td') {
		// The first cell says what its row is about, unless it is a field to fill in.
		const isFirst = node.parentNode?.childNodes.find(isElement) === node
		return isFirst && inner !== '' ? `<th scope="row">${inner}</th>` : `<td>${inner}</td>`
	}
	if (tagName === 'li' && only('value') && numberOf(node) !== undefined) {
		return `<li value="${value}">${inner}</li>`
	}
	if (attrs.length > 0 || !plainElements.includes(tagName)) {
		throw new Error(`The page cannot show <${tagName}> (“${textOf(node).slice(0, 40)}”) of the chapter`)
	}
	return `<${tagName}>${inner}</${tagName}>`
}

/** Writes the attributes of a field. Throws if the reading page doesn't know its kind or takes no such name. */
function fieldOf({ attrs }: Element): string {
	const attribute = (wanted: string) => attrs.find(({ name }) => name === wanted)?.value
	const [name, kind, row] = ['data-field', 'data-kind', 'data-row'].map(attribute)
	if (name === undefined) return ''
	if (readField(name, kind, row) === null)
		throw new Error(`The page knows no field “${name}” of kind “${kind}”`)
	return ` data-field="${name}" data-kind="${kind}"${row === undefined ? '' : ` data-row="${row}"`}`
}

function linkTo(address: string, inner: string, targets: ReadonlyMap<string, string>): string {
	if (address.startsWith('#')) {
		const target = targets.get(address.slice(1))
		return target === undefined ? inner : `<a class="link" href="#${target}">${inner}</a>`
	}
	if (!/^(https:\/\/|tel:|mailto:)/.test(address)) throw new Error(`The page cannot link to ${address}`)
	return `<a class="link" href="${address.replace(/"/g, '%22')}">${inner}</a>`
}

/** Returns the text with the numbers of ordered lists, which a PDF contains as text. */
function textOf(node: Node): string {
	if (isText(node)) return node.value
	if (!isElement(node)) return ''
	if (node.tagName !== 'ol') return node.childNodes.map(textOf).join('')
	return node.childNodes
		.filter(isElement)
		.map((item, index) => `${numberOf(item) ?? index + 1}. ${textOf(item)} `)
		.join('')
}

/** Returns the number that an item of an ordered list has been given. */
function numberOf({ attrs }: Element): string | undefined {
	return attrs.find(({ name, value }) => name === 'value' && /^\d+$/.test(value))?.value
}

function lettersOf(text: string): string {
	return text.normalize('NFKC').replace(/[^\p{L}\d£%]/gu, '')
}

function difference(shown: string, printed: string): string {
	const at = [...printed].findIndex((letter, index) => letter !== shown[index])
	const around = (text: string) => text.slice(Math.max(0, at - 20), at + 40)
	return `differs between page and PDF: “${around(shown)}” and “${around(printed)}”`
}
