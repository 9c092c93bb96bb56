import { PDFArray, PDFDict, PDFDocument, PDFName, type PDFObject, PDFString } from '@cantoo/pdf-lib'
import { getDocument, type PDFDocumentProxy, type PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { z } from 'zod'
import { type Painting, readPainting } from './pdf-painting.ts'

/** What matters in a PDF for screen readers, searches and phones, read from the file. */
export interface PdfStructure {
	isMarked: boolean
	/** 1 for PDF/UA-1. Empty if the file does not claim it. */
	accessibilityPart: string
	metadataTitle: string
	showsTitle: boolean
	/** In reading order, with their level. `bookmarks` are the entries of the outline. */
	headings: readonly Entry[]
	bookmarks: readonly Entry[]
	/** Pictures without alternative text. */
	figuresWithoutText: number
	/** The tag of each table row's first cell, and what it says. */
	rows: readonly { first: string; text: string }[]
	pages: readonly PageStructure[]
	fonts: readonly { name: string; isEmbedded: boolean; hasUnicode: boolean }[]
	/** Links and form fields without a tag or without words. */
	looseLinks: number
	/** Whether it has anything that plays. */
	hasMedia: boolean
	/** Text colours, as `#rrggbb`. */
	textColours: readonly string[]
	/** What is painted without a tag, or cannot be read as text. */
	paintingFaults: readonly string[]
}

export interface Entry {
	level: number
	text: string
}

export interface PageStructure {
	/** The numbers of the page's marked content, in the order of the tags. They ascend if the content is painted in that order. */
	order: readonly number[]
	/** Text that is neither tagged nor marked as decoration. */
	untagged: readonly string[]
	/** Paragraphs and headings in the order of the tags, with the position of their first letter in points. */
	blocks: readonly { left: number; baseline: number; text: string }[]
	/** Whether the Tab key moves from link to link in the order of the tags. */
	tabsFollowTags: boolean
	width: number
}

export async function readPdfStructure(bytes: Uint8Array): Promise<PdfStructure> {
	const opening = getDocument({ data: bytes.slice(), useSystemFonts: false, verbosity: 0 })
	const pdf = await opening.promise
	const objects = await PDFDocument.load(bytes, { updateMetadata: false })
	const { metadata } = metadataSchema.parse(await pdf.getMetadata())
	const preferences = z
		.instanceof(Map)
		.nullable()
		.parse(await pdf.getViewerPreferences())
	const markings = z
		.instanceof(Map)
		.nullable()
		.parse(await pdf.getMarkInfo())
	const read: ReadPage[] = []
	for (let number = 1; number <= pdf.numPages; number += 1)
		read.push(await readPage(await pdf.getPage(number)))
	const tabs = objects
		.getPages()
		.map(({ node }) => !node.has(PDFName.of('Annots')) || node.get(PDFName.of('Tabs')) === PDFName.of('S'))
	const structure = {
		isMarked: markings?.get('Marked') === true && markings.get('Suspects') !== true,
		accessibilityPart: metadata?.get('pdfuaid:part') ?? '',
		metadataTitle: metadata?.get('dc:title') ?? '',
		showsTitle: preferences?.get('DisplayDocTitle') === true,
		headings: read.flatMap(({ headings }) => headings),
		bookmarks: await bookmarksOf(pdf),
		figuresWithoutText: read.reduce((sum, page) => sum + page.figuresWithoutText, 0),
		rows: read.flatMap(({ rows }) => rows),
		pages: read.map(({ page }, index) => ({ ...page, tabsFollowTags: tabs[index] === true })),
		fonts: fontsOf(objects),
		looseLinks: looseLinksOf(objects),
		hasMedia: annotationsOf(objects).some((annotation) =>
			/^\/(?:RichMedia|Movie|Sound|Screen|3D)$/.test(String(annotation.get(PDFName.of('Subtype')))),
		),
		textColours: [...new Set(read.flatMap(({ painting }) => painting.textColours))].sort(),
		paintingFaults: read.flatMap(({ painting }, index) =>
			painting.faults.map((fault) => `page ${index + 1}: ${fault}`),
		),
	}
	await opening.destroy()
	return structure
}

const metadataSchema = z.object({
	metadata: z
		.custom<{ get: (name: string) => string | null }>((value) => typeof value === 'object' && value !== null)
		.nullable(),
})

interface ReadPage {
	page: Omit<PageStructure, 'tabsFollowTags'>
	headings: Entry[]
	figuresWithoutText: number
	rows: { first: string; text: string }[]
	painting: Painting
}

interface Piece {
	text: string
	left: number
	baseline: number
}

interface TagNode {
	role?: string | undefined
	alt?: string | undefined
	type?: string | undefined
	id?: string | undefined
	children?: TagNode[] | undefined
}
const tagSchema: z.ZodType<TagNode> = z.lazy(() =>
	z.object({
		role: z.string().optional(),
		alt: z.string().optional(),
		type: z.string().optional(),
		id: z.string().optional(),
		children: z.array(tagSchema).optional(),
	}),
)

async function readPage(page: PDFPageProxy): Promise<ReadPage> {
	const { pieces, untagged } = await piecesOf(page)
	const tree = tagSchema.parse((await page.getStructTree()) ?? {})
	const order: number[] = []
	const blocks: { left: number; baseline: number; text: string }[] = []
	const headings: Entry[] = []
	const rows: { first: string; text: string }[] = []
	let figuresWithoutText = 0
	const visit = (tag: TagNode, isInBlock: boolean): void => {
		if (tag.type === 'content') order.push(Number(/mc(\d+)$/.exec(tag.id ?? '')?.[1]))
		if (tag.role === 'Figure' && (tag.alt ?? '') === '') figuresWithoutText += 1
		const [cell] = tag.children ?? []
		if (tag.role === 'TR' && cell !== undefined)
			rows.push({ first: cell.role ?? '', text: wordsOf(cell, pieces) })
		const level = /^H([1-6])$/.exec(tag.role ?? '')?.[1]
		if (level !== undefined) headings.push({ level: Number(level), text: wordsOf(tag, pieces) })
		const isBlock = level !== undefined || tag.role === 'P' || tag.role === 'Table'
		const first = isBlock && !isInBlock ? firstPiece(tag, pieces) : undefined
		if (first !== undefined) blocks.push({ ...first, text: wordsOf(tag, pieces) })
		for (const child of tag.children ?? []) visit(child, isInBlock || isBlock)
	}
	visit(tree, false)
	const { width } = page.getViewport({ scale: 1 })
	return {
		page: { order, untagged, blocks, width },
		headings,
		figuresWithoutText,
		rows,
		painting: await readPainting(page),
	}
}

const markSchema = z.object({ id: z.string().nullable().default(null), tag: z.string().nullish() })

/** Returns each piece of text by the id of its mark, and the text that has no mark. */
async function piecesOf(page: PDFPageProxy) {
	const { items } = await page.getTextContent({ includeMarkedContent: true })
	const pieces = new Map<string, Piece>()
	const untagged: string[] = []
	const marks: z.infer<typeof markSchema>[] = []
	for (const item of items) {
		if (!('str' in item)) {
			if (item.type === 'endMarkedContent') marks.pop()
			else marks.push(markSchema.parse(item))
			continue
		}
		if (item.str.trim() === '' || marks.some(({ tag }) => tag === 'Artifact')) continue
		const id = marks.findLast((mark) => mark.id !== null)?.id
		if (id === undefined || id === null) untagged.push(item.str)
		else {
			const before = pieces.get(id)
			const [left, baseline] = [Number(item.transform[4]), Number(item.transform[5])]
			pieces.set(
				id,
				before ? { ...before, text: `${before.text} ${item.str}` } : { text: item.str, left, baseline },
			)
		}
	}
	return { pieces, untagged }
}

function firstPiece(tag: TagNode, pieces: ReadonlyMap<string, Piece>): Piece | undefined {
	return leavesOf(tag)
		.map((id) => pieces.get(id))
		.find((piece) => piece !== undefined)
}

function wordsOf(tag: TagNode, pieces: ReadonlyMap<string, Piece>): string {
	return leavesOf(tag)
		.map((id) => pieces.get(id)?.text ?? '')
		.join(' ')
		.replace(/\s+/g, ' ')
		.trim()
}

function leavesOf(tag: TagNode): string[] {
	if (tag.type === 'content') return [tag.id ?? '']
	return (tag.children ?? []).flatMap(leavesOf)
}

const outlineSchema: z.ZodType<Bookmark[]> = z.lazy(() =>
	z.array(z.object({ title: z.string(), items: outlineSchema })),
)
interface Bookmark {
	title: string
	items: Bookmark[]
}

async function bookmarksOf(pdf: PDFDocumentProxy): Promise<Entry[]> {
	const flat = (bookmarks: readonly Bookmark[], level: number): Entry[] =>
		bookmarks.flatMap(({ title, items }) => [{ level, text: title }, ...flat(items, level + 1)])
	return flat(outlineSchema.parse((await pdf.getOutline()) ?? []), 1)
}

const fontTypes = ['/Type0', '/TrueType']
const encoding = PDFName.of('Encoding')

/**
 * Returns the fonts of a document. Typst embeds Type 0 fonts, which keep their program one level down. LibreOffice embeds
 * TrueType fonts.
 */
function fontsOf(document: PDFDocument): PdfStructure['fonts'] {
	return dictionariesOf(document, 'Font')
		.filter((font) => fontTypes.includes(String(font.get(PDFName.of('Subtype')))))
		.map((font) => {
			const descendants = font.lookupMaybe(PDFName.of('DescendantFonts'), PDFArray)
			const described = descendants?.lookup(0, PDFDict) ?? font
			const descriptor = described.lookup(PDFName.of('FontDescriptor'), PDFDict)
			return {
				name: String(font.get(PDFName.of('BaseFont'))),
				isEmbedded: ['FontFile', 'FontFile2', 'FontFile3'].some((key) => descriptor.has(PDFName.of(key))),
				// The letters of a standard encoding need no mapping.
				hasUnicode: font.has(PDFName.of('ToUnicode')) || font.get(encoding) === PDFName.of('WinAnsiEncoding'),
			}
		})
}

function annotationsOf(document: PDFDocument): PDFDict[] {
	return document.getPages().flatMap(({ node }) => {
		const annotations = node.lookupMaybe(PDFName.of('Annots'), PDFArray)?.asArray() ?? []
		return annotations.map((annotation) => document.context.lookup(annotation, PDFDict))
	})
}

function looseLinksOf(document: PDFDocument): number {
	return annotationsOf(document).filter((link) => {
		const isField = link.get(PDFName.of('Subtype')) === PDFName.of('Widget')
		const words = link.lookup(PDFName.of(isField ? 'TU' : 'Contents'))
		return !link.has(PDFName.of('StructParent')) || !isText(words)
	}).length
}

function isText(object: PDFObject | undefined): boolean {
	return object !== undefined && (!(object instanceof PDFString) || object.decodeText() !== '')
}

function dictionariesOf(document: PDFDocument, type: string): PDFDict[] {
	return document.context
		.enumerateIndirectObjects()
		.map(([, object]) => object)
		.filter((object) => object instanceof PDFDict)
		.filter((dictionary) => dictionary.get(PDFName.of('Type')) === PDFName.of(type))
}
