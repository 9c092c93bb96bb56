import type { Canvas } from '@napi-rs/canvas'
import { readPageText, renderPage } from '../pdf.ts'

/** A printed sheet as a picture, with the position of every text in pixels. */
export interface SheetShot {
	picture: Canvas
	texts: readonly PlacedText[]
}

export interface PlacedText {
	text: string
	left: number
	/** Top of its line. `height` includes letters that reach below the baseline. */
	top: number
	width: number
	height: number
	/** Font size. */
	em: number
}

/** Page numbers of the print, in the workbook's order. */
export const printedPage = { dashboard: 2, setup: 3, spending: 4 } as const

export async function shootSheet(print: Uint8Array, page: number, width: number): Promise<SheetShot> {
	const { texts, pageWidth, pageHeight } = await readPageText(print, page)
	const scale = width / pageWidth
	return {
		picture: await renderPage(print, page, width),
		texts: texts.map(({ text, left, baseline, width: textWidth, size }) => ({
			text,
			left: left * scale,
			top: (pageHeight - baseline - size) * scale,
			width: textWidth * scale,
			height: size * 1.3 * scale,
			em: size * scale,
		})),
	}
}

/** Finds an occurrence of a text: the last, or the one with this index, counted from 0. Throws if there is none. */
export function placeOf(shot: SheetShot, words: string, occurrence: number | 'last' = 0): PlacedText {
	const alike = shot.texts.filter(({ text }) => text === words)
	const found = occurrence === 'last' ? alike.at(-1) : alike[occurrence]
	if (found === undefined) throw new Error(`the print does not show "${words}" (${occurrence})`)
	return found
}
