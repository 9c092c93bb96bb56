import type { PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { z } from 'zod'

/** A line of text on a page. */
export interface Line {
	page: number
	text: string
	/** The size of its letters, and the place of its line on the page, in points from below. */
	size: number
	baseline: number
	left: number
}

const pieceSchema = z.object({
	str: z.string(),
	transform: z.tuple([z.number(), z.number(), z.number(), z.number(), z.number(), z.number()]),
	hasEOL: z.boolean(),
	width: z.number(),
})

/** Returns the lines of a page in the order of the file, without what is marked as decoration, such as page numbers. */
export async function linesOf(page: PDFPageProxy): Promise<Line[]> {
	const { items } = await page.getTextContent({ includeMarkedContent: true })
	const lines: Line[] = []
	const isArtifact: boolean[] = []
	let end = 0
	for (const item of items) {
		if ('type' in item) {
			if (item.type === 'endMarkedContent') isArtifact.pop()
			else isArtifact.push('tag' in item && item.tag === 'Artifact')
			continue
		}
		const piece = pieceSchema.safeParse(item).data
		if (piece === undefined || piece.str.trim() === '' || isArtifact.includes(true)) continue
		const [, , skew, height, left, baseline] = piece.transform
		const size = Math.hypot(skew, height)
		const line = lines.at(-1)
		if (line !== undefined && Math.abs(line.baseline - baseline) < size / 2 && left >= end - size) {
			const isApart = left - end > size / 6 && !line.text.endsWith(' ')
			line.text += isApart ? ` ${piece.str}` : piece.str
			line.size = Math.max(line.size, size)
		} else lines.push({ page: page.pageNumber, text: piece.str, size, baseline, left })
		end = left + piece.width
	}
	return lines.map((line) => ({ ...line, text: line.text.replaceAll(/\s+/g, ' ').trim() }))
}

/** Leaves out what is on many pages at the same height, such as running heads, and page numbers. */
export function withoutRunningHeads(lines: readonly Line[], pageCount: number): Line[] {
	const placeOf = ({ text, baseline }: Line) => `${text.replaceAll(/\d+/g, '#')} ${Math.round(baseline)}`
	const pages = new Map<string, Set<number>>()
	for (const line of lines) pages.set(placeOf(line), (pages.get(placeOf(line)) ?? new Set()).add(line.page))
	const many = Math.max(3, pageCount / 4)
	return lines.filter((line) => (pages.get(placeOf(line))?.size ?? 0) < many && !/^\d{1,4}$/.test(line.text))
}

/** Returns the size that most letters have. */
export function bodySize(lines: readonly Line[]): number {
	const letters = new Map<number, number>()
	for (const { size, text } of lines) {
		const rounded = Math.round(size * 2) / 2
		letters.set(rounded, (letters.get(rounded) ?? 0) + text.length)
	}
	return [...letters].toSorted(([, a], [, b]) => b - a)[0]?.[0] ?? 0
}
