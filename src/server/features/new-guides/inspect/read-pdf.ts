import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { createCanvas } from '@napi-rs/canvas'
import {
	getDocument,
	type PDFDocumentProxy,
	type PDFPageProxy,
	VerbosityLevel,
} from 'pdfjs-dist/legacy/build/pdf.mjs'
import { z } from 'zod'
import type { Picture, ReadDocument } from '#server/features/new-guides/inspected-file.ts'
import { UnreadableFile } from '#server/platform/child/unreadable-file.ts'
import { fontsNotIn } from '#server/shop/files/count-pages.ts'
import { type Line, linesOf, withoutRunningHeads } from './pdf-lines.ts'
import { cutAtHeadings, findHeadings, type Heading } from './pdf-sections.ts'

type ReadPdf = ReadDocument & { text: string }

const mostPages = 1_000
const mostPictures = 8
const pictureWidth = 1_280
/** A page that is longer is a poster or a trap. */
const longestPage = 2.5

const folder = dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'))

const infoSchema = z.object({
	info: z.object({
		Title: z.string().optional().catch(undefined),
		Author: z.string().optional().catch(undefined),
		Subject: z.string().optional().catch(undefined),
		Language: z.string().nullish().catch(undefined),
	}),
	hasStructTree: z.boolean().optional(),
})

/** Reads a PDF: its text by chapters, pictures of its first pages, and what its readers would stumble over. */
export async function readPdf(bytes: Uint8Array): Promise<ReadPdf> {
	if (!Buffer.from(bytes.slice(-1_024)).toString('latin1').includes('%%EOF'))
		throw new UnreadableFile('The PDF is cut off: its end is missing. Export it again.')
	const task = getDocument({
		// The library transfers the bytes that it is given, so it gets a copy.
		data: new Uint8Array(bytes),
		useSystemFonts: false,
		useWorkerFetch: false,
		stopAtErrors: false,
		maxImageSize: 60_000_000,
		verbosity: VerbosityLevel.ERRORS,
		standardFontDataUrl: `${join(folder, 'standard_fonts')}/`,
		cMapUrl: `${join(folder, 'cmaps')}/`,
		wasmUrl: `${join(folder, 'wasm')}/`,
	})
	try {
		return await readOpened(await task.promise, fontsNotIn(bytes))
	} catch (error) {
		if (error instanceof UnreadableFile) throw error
		const isLocked = error instanceof Error && error.name === 'PasswordException'
		throw new UnreadableFile(
			isLocked
				? 'The PDF has a password. Save it without one: its readers would be asked for it.'
				: 'The PDF is damaged and can’t be read. Export it again.',
		)
	} finally {
		await task.destroy()
	}
}

async function readOpened(pdf: PDFDocumentProxy, looseFonts: readonly string[]): Promise<ReadPdf> {
	if (pdf.numPages > mostPages)
		throw new UnreadableFile(`It has more than ${mostPages.toLocaleString('en-GB')} pages.`)
	if ((await pdf.getJSActions()) !== null || (await pdf.hasJSActions()))
		throw new UnreadableFile('The PDF has scripts, which many programs refuse. Save it without them.')
	const { info, hasStructTree } = infoSchema.parse(await pdf.getMetadata())
	const all: Line[] = []
	const pictures: Picture[] = []
	let withoutText = 0
	let isHeaded = false
	let isDescribed = true
	let isStill = true
	for (let number = 1; number <= pdf.numPages; number += 1) {
		const page = await pdf.getPage(number)
		const lines = await linesOf(page)
		all.push(...lines)
		if (lines.length === 0) withoutText += 1
		if (number <= mostPictures) pictures.push(...(await drawPage(page)))
		const tags = hasStructTree === true ? tagSchema.parse(await page.getStructTree()) : null
		isHeaded ||= JSON.stringify(tags).includes('"role":"H')
		isStill &&= (await page.getAnnotations()).every(({ subtype }) => !media.test(String(subtype)))
		isDescribed &&= tags !== null && isWhollyDescribed(tags)
		page.cleanup()
	}
	const lines = withoutRunningHeads(all, pdf.numPages)
	const bookmarks = await bookmarksIn(pdf)
	const headings = (bookmarks.length > 0 ? bookmarks : findHeadings(lines)).slice(0, 200)
	const title = info.Title?.trim() || null
	return {
		title,
		author: info.Author?.trim() || null,
		subject: info.Subject?.trim() || null,
		pageCount: pdf.numPages,
		sections: cutAtHeadings(lines, headings, pdf.numPages),
		sheets: [],
		access: [
			...(hasStructTree === true ? (['tags'] as const) : []),
			...(bookmarks.length > 0 || isHeaded ? (['headings'] as const) : []),
			...(isDescribed ? (['descriptions'] as const) : []),
			...(isStill ? (['still'] as const) : []),
		],
		text: lines.map(({ text }) => text).join('\n'),
		faults: [
			...(withoutText === 0 ? [] : scanned(withoutText, pdf.numPages)),
			...(hasStructTree === true ? [] : ['No tags: a screen reader has to guess the order of the text.']),
			...(bookmarks.length > 0 || isHeaded ? [] : ['No headings: a screen reader can’t jump.']),
			...(info.Language ? [] : ['No language: a screen reader doesn’t know how to say it.']),
			...(title === null ? ['No title in the file: programs show its file name.'] : []),
			...(looseFonts.length === 0
				? []
				: [
						`Fonts that aren’t in the file, so it looks different on other devices: ${looseFonts.slice(0, 5).join(', ')}.`,
					]),
		],
		pictures,
	}
}

/** The annotations of a PDF that play something. */
const media = /^(?:RichMedia|Movie|Sound|Screen|3D)$/

interface TagNode {
	role?: string | undefined
	alt?: string | undefined
	children?: TagNode[] | undefined
}
const nodeSchema: z.ZodType<TagNode> = z.lazy(() =>
	z.object({
		role: z.string().optional().catch(undefined),
		alt: z.string().optional().catch(undefined),
		children: z.array(nodeSchema).optional(),
	}),
)
const tagSchema = nodeSchema.nullable()

/** Returns whether every picture below a tag has words in its place. */
function isWhollyDescribed({ role, alt = '', children = [] }: TagNode): boolean {
	return (role !== 'Figure' || alt.trim() !== '') && children.every(isWhollyDescribed)
}

function scanned(count: number, pages: number): string[] {
	const which =
		count === pages ? 'No page has' : `${count} of ${pages} pages ${count === 1 ? 'has' : 'have'} no`
	return [
		count === pages
			? `${which} text that can be read or searched: they are only pictures.`
			: `${which} text that can be read or searched. If they are scanned, run text recognition (OCR).`,
	]
}

/** Draws a page as a PNG. A page that can't be drawn is left out. */
async function drawPage(page: PDFPageProxy): Promise<Picture[]> {
	const { width, height } = page.getViewport({ scale: 1 })
	if (height > width * longestPage || width > height * longestPage) return []
	const viewport = page.getViewport({ scale: pictureWidth / width })
	const canvas = createCanvas(pictureWidth, Math.round(viewport.height))
	try {
		// The library's types require a browser's canvas. This one has the same drawing context.
		await page.render({ canvas: canvas as never, viewport }).promise
	} catch {
		return []
	}
	return [{ page: page.pageNumber, bytes: new Uint8Array(await canvas.encode('png')) }]
}

const referenceSchema = z.object({ num: z.int(), gen: z.int() })

/** Returns the first level of the bookmarks that lead to a page. */
async function bookmarksIn(pdf: PDFDocumentProxy): Promise<Heading[]> {
	const bookmarks: Heading[] = []
	for (const { title, dest } of (await pdf.getOutline()) ?? []) {
		const target = typeof dest === 'string' ? await pdf.getDestination(dest).catch(() => null) : dest
		const reference = referenceSchema.safeParse(target?.[0]).data
		if (reference === undefined || title.trim() === '') continue
		const index = await pdf.getPageIndex(reference).catch(() => -1)
		if (index >= 0) bookmarks.push({ title: title.replaceAll(/\s+/g, ' ').trim(), page: index + 1 })
	}
	return bookmarks
}
