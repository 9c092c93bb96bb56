import { type Canvas, createCanvas } from '@napi-rs/canvas'
import {
	getDocument,
	type PDFDocumentLoadingTask,
	type PDFDocumentProxy,
} from 'pdfjs-dist/legacy/build/pdf.mjs'
import { z } from 'zod'

export interface PdfFacts {
	pageCount: number
	/** The top level of the bookmarks. */
	contents: { title: string; page: number }[]
	title: string
	author: string
	/** The language of its text, such as `en-GB`. Empty if there is none. */
	language: string
	isTagged: boolean
	/** The bookmarks of all levels. */
	headings: string[]
}

const documentMetadata = z.object({
	info: z.object({
		Title: z.string().default(''),
		Author: z.string().default(''),
		Language: z.string().nullish(),
	}),
	hasStructTree: z.boolean(),
})

export async function readPdfFacts(bytes: Uint8Array): Promise<PdfFacts> {
	const opening = open(bytes)
	const pdf = await opening.promise
	const outline = (await pdf.getOutline()) ?? []
	const contents = []
	for (const entry of outline) contents.push({ title: entry.title, page: await pageOf(pdf, entry.dest) })
	const { info, hasStructTree } = documentMetadata.parse(await pdf.getMetadata())
	const facts = {
		pageCount: pdf.numPages,
		contents,
		title: info.Title,
		author: info.Author,
		language: info.Language ?? '',
		isTagged: hasStructTree,
		headings: titlesOf(outline),
	}
	await opening.destroy()
	return facts
}

interface Bookmark {
	title: string
	items: Bookmark[]
}

function titlesOf(bookmarks: readonly Bookmark[]): string[] {
	return bookmarks.flatMap(({ title, items }) => [title, ...titlesOf(items)])
}

/** Counts the words of the text. Pictures, and lines to write on, do not count. */
export async function countWords(bytes: Uint8Array): Promise<number> {
	const opening = open(bytes)
	const pdf = await opening.promise
	let count = 0
	for (let number = 1; number <= pdf.numPages; number += 1) {
		const { items } = await (await pdf.getPage(number)).getTextContent()
		const text = items.map((item) => ('str' in item ? `${item.str}${item.hasEOL ? ' ' : ''}` : '')).join('')
		count += text.split(/\s+/).filter((word) => /\p{L}|\d/u.test(word)).length
	}
	await opening.destroy()
	return count
}

/** Draws a page as an image with this width in pixels. */
export async function renderPage(bytes: Uint8Array, pageNumber: number, width: number): Promise<Canvas> {
	const opening = open(bytes)
	const pdf = await opening.promise
	const page = await pdf.getPage(pageNumber)
	const unscaled = page.getViewport({ scale: 1 })
	const viewport = page.getViewport({ scale: width / unscaled.width })
	const canvas = createCanvas(width, Math.round(viewport.height))
	// The library's types require a browser canvas. This one has the same drawing context.
	await page.render({ canvas: canvas as never, viewport }).promise
	await opening.destroy()
	return canvas
}

export interface PageText {
	pageWidth: number
	pageHeight: number
	/** In points from the lower left corner, in the order of the file. */
	texts: { text: string; left: number; baseline: number; width: number; size: number }[]
}

export async function readPageText(bytes: Uint8Array, pageNumber: number): Promise<PageText> {
	const opening = open(bytes)
	const page = await (await opening.promise).getPage(pageNumber)
	const { width, height } = page.getViewport({ scale: 1 })
	const { items } = await page.getTextContent()
	await opening.destroy()
	const texts = []
	for (const item of items) {
		if (!('str' in item) || item.str.trim() === '') continue
		const [, , , size, left, baseline] = transform.parse(item.transform)
		texts.push({ text: item.str, left, baseline, width: item.width, size })
	}
	return { pageWidth: width, pageHeight: height, texts }
}

/** Returns the text of each page without decoration, such as page numbers. */
export async function readTaggedText(bytes: Uint8Array): Promise<string[]> {
	const opening = open(bytes)
	const pdf = await opening.promise
	const pages: string[] = []
	for (let number = 1; number <= pdf.numPages; number += 1) {
		let text = ''
		const page = await pdf.getPage(number)
		const { items } = await page.getTextContent({ includeMarkedContent: true })
		const open: boolean[] = []
		for (const item of items) {
			if ('str' in item) text += open.includes(true) ? '' : `${item.str} `
			else if (item.type === 'endMarkedContent') open.pop()
			else open.push('tag' in item && item.tag === 'Artifact')
		}
		pages.push(text)
	}
	await opening.destroy()
	return pages
}

const transform = z.tuple([z.number(), z.number(), z.number(), z.number(), z.number(), z.number()])

function open(bytes: Uint8Array): PDFDocumentLoadingTask {
	// The library transfers the bytes it is given, so it gets a copy.
	return getDocument({ data: bytes.slice(), useSystemFonts: false, verbosity: 0 })
}

const pageReference = z.object({ num: z.int(), gen: z.int() })

async function pageOf(pdf: PDFDocumentProxy, destination: string | unknown[] | null): Promise<number> {
	const explicit = typeof destination === 'string' ? await pdf.getDestination(destination) : destination
	const reference = pageReference.parse(explicit?.[0])
	return (await pdf.getPageIndex(reference)) + 1
}
