import { type DefaultTreeAdapterTypes, parse } from 'parse5'
import { type Chapter, foldMark } from '#catalogue/product-page.ts'
import type { Recipe } from '#catalogue/recipe.ts'
import { type DeliveredFile, quote } from './built-data.ts'
import { readPdfFacts, readTaggedText } from './pdf.ts'
import { compileHtml } from './typst.ts'
import { writeChanged } from './write-file.ts'

interface BuiltChapter {
	facts: Chapter
	/** What follows the chapter's title. */
	html: string
}

/** Writes `chapter.ts` and `chapter.html` of a product whose recipe names a chapter. */
export async function writeChapter(slug: string, recipe: Recipe, delivered: readonly DeliveredFile[]) {
	const built = await buildChapter(slug, recipe, delivered)
	if (built === undefined) return
	const { file, title, pages, words } = built.facts
	const lines = [
		"import type { Chapter } from '../product-page.ts'",
		'',
		'/** Written by `npm run catalogue` with `chapter.html`; not edited by hand. */',
		'export const chapter: Chapter = {',
		`	file: ${quote(file)},`,
		`	title: ${quote(title)},`,
		`	pages: [${pages.join(', ')}],`,
		`	words: ${words},`,
		'}',
		'',
	]
	await writeChanged(`catalogue/${slug}/chapter.ts`, lines.join('\n'))
	await writeChanged(`catalogue/${slug}/chapter.html`, built.html)
}

/**
 * Makes the chapter that the product's page shows from the source of the PDF. Throws if it says anything else than the PDF.
 * Undefined if the recipe names none.
 */
export async function buildChapter(
	slug: string,
	{ chapter, files }: Recipe,
	delivered: readonly DeliveredFile[],
): Promise<BuiltChapter | undefined> {
	if (chapter === undefined) return
	const { file, title } = chapter
	const recipe = files.find((candidate) => 'typst' in candidate && candidate.name === file)
	const pdf = delivered.find(({ name }) => name === file)
	if (recipe === undefined || !('typst' in recipe) || pdf === undefined) {
		throw new Error(`${slug}: ${file} is not one of its PDFs`)
	}
	const pages = await pagesOf(pdf.bytes, title)
	const nodes = chapterNodes(compileHtml(`catalogue/${slug}/${recipe.typst}`), title)
	const html = `${withFold(nodes).map(toHtml).join('').trim()}\n`
	const printed = lettersOf(await readTaggedText(pdf.bytes, pages))
	const shown = lettersOf(title + nodes.map(textOf).join(''))
	if (shown !== printed) throw new Error(`${slug}: “${title}” ${difference(shown, printed)}`)
	const words = countWords(nodes)
	return { facts: { file, title, pages, words }, html }
}

/** Chapters begin on a new page, so a chapter has its pages to itself. */
async function pagesOf(pdf: Uint8Array, title: string): Promise<number[]> {
	const { contents, pageCount } = await readPdfFacts(pdf)
	const index = contents.findIndex((entry) => entry.title === title)
	const first = contents[index]?.page
	if (first === undefined) throw new Error(`There is no chapter “${title}”`)
	const end = contents[index + 1]?.page ?? pageCount + 1
	return Array.from({ length: end - first }, (_, offset) => first + offset)
}

type Node = DefaultTreeAdapterTypes.ChildNode
type Element = DefaultTreeAdapterTypes.Element

const isElement = (node: Node): node is Element => 'tagName' in node
const isText = (node: Node): node is DefaultTreeAdapterTypes.TextNode => node.nodeName === '#text'

/** Returns what stands between the heading of the chapter and that of the next one. */
function chapterNodes(document: string, title: string): Node[] {
	const root = parse(document)
		.childNodes.filter(isElement)
		.find(({ tagName }) => tagName === 'html')
	const body = root?.childNodes.filter(isElement).find(({ tagName }) => tagName === 'body')
	const all = body?.childNodes ?? []
	const isChapter = (node: Node) => isElement(node) && node.tagName === 'h2'
	const start = all.findIndex((node) => isChapter(node) && textOf(node).trim() === title)
	if (start === -1) throw new Error(`There is no chapter “${title}” in the HTML`)
	const end = all.findIndex((node, index) => index > start && isChapter(node))
	return all.slice(start + 1, end === -1 ? all.length : end)
}

/** After how many words the page folds the rest away. */
const openingWords = 60

/** Marks the place up to which the page shows the chapter at first. */
function withFold(nodes: readonly Node[]): Node[] {
	const at = nodes.findIndex((_, index) => countWords(nodes.slice(0, index)) >= openingWords)
	return at === -1 ? [...nodes] : [...nodes.slice(0, at), fold, ...nodes.slice(at)]
}

const fold: DefaultTreeAdapterTypes.CommentNode = { nodeName: '#comment', data: 'fold', parentNode: null }

function countWords(nodes: readonly Node[]): number {
	const words = nodes.map(textOf).join(' ').split(/\s+/)
	return words.filter((word) => /\p{L}|\d/u.test(word)).length
}

const plainElements = 'p h3 h4 ul ol li table thead tbody tr strong em mark br'.split(' ')
const classes = ['note', 'check', 'panel', 'panel-title', 'answer', 'tick']

/** Writes an element with nothing but what the page's style sheet knows. Throws at anything else. */
function toHtml(node: Node): string {
	if (isText(node)) return node.value.replace(/\s+/g, ' ').replace(/&/g, '&amp;').replace(/</g, '&lt;')
	if (node === fold) return foldMark
	if (!isElement(node)) return ''
	const { tagName, childNodes } = node
	const attrs = node.attrs.filter(({ name }) => name !== 'id')
	const inner = childNodes.map(toHtml).join('').trim()
	const value = attrs[0]?.value ?? ''
	const only = (name: string) => attrs.length === 1 && attrs[0]?.name === name
	if (tagName === 'br') return '<br>'
	if (only('class') && classes.includes(value)) return `<${tagName} class="${value}">${inner}</${tagName}>`
	if (tagName === 'a' && only('href') && value.startsWith('https://')) {
		return `<a class="link" href="${value.replace(/"/g, '%22')}">${inner}</a>`
	}
	if (tagName === 'th') return `<th scope="col">${inner}</th>`
	if (tagName === 'td') return `<td>${inner}</td>`
	if (attrs.length > 0 || !plainElements.includes(tagName)) {
		throw new Error(`The page cannot show <${tagName}> (“${textOf(node).slice(0, 40)}”) of the chapter`)
	}
	return `<${tagName}>${inner}</${tagName}>`
}

/** Returns the text with the numbers of ordered lists, which a PDF contains as text. */
function textOf(node: Node): string {
	if (isText(node)) return node.value
	if (!isElement(node)) return ''
	if (node.tagName !== 'ol') return node.childNodes.map(textOf).join('')
	return node.childNodes
		.filter(isElement)
		.map((item, index) => `${index + 1}. ${textOf(item)} `)
		.join('')
}

function lettersOf(text: string): string {
	return text.normalize('NFKC').replace(/[^\p{L}\d£%]/gu, '')
}

function difference(shown: string, printed: string): string {
	const at = [...printed].findIndex((letter, index) => letter !== shown[index])
	const around = (text: string) => text.slice(Math.max(0, at - 20), at + 40)
	return `differs between page and PDF: “${around(shown)}” and “${around(printed)}”`
}
