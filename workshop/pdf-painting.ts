import { OPS, type PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { z } from 'zod'

export interface Painting {
	/** As `#rrggbb`. */
	textColours: readonly string[]
	/** Conditions of the Matterhorn Protocol that the page's content fails. */
	faults: readonly string[]
}

const { stroke, fill, eoFill, fillStroke, eoFillStroke, showText, shadingFill } = OPS
const { closeStroke, closeFillStroke, closeEOFillStroke } = OPS
const pathPainting: ReadonlySet<unknown> = new Set(
	[stroke, fill, eoFill, fillStroke, eoFillStroke].concat(closeStroke, closeFillStroke, closeEOFillStroke),
)
const painting: ReadonlySet<number> = new Set(
	[showText, shadingFill].concat(
		OPS.paintImageXObject,
		OPS.paintImageMaskXObject,
		OPS.paintInlineImageXObject,
		OPS.paintSolidColorImageMask,
	),
)

/** A mark around content. It either says that the content is decoration, or contains the number by which a tag refers to the content. */
const tagSchema = z.union([z.string(), z.object({ name: z.string() }).transform(({ name }) => name)])
const markSchema = z.tuple([tagSchema, z.number().nullish()]).rest(z.unknown())
const glyphsSchema = z.array(z.union([z.number(), z.object({ unicode: z.string() }), z.null()]))

/**
 * Reads the colours of a page's text. Finds content that is neither tagged nor marked as decoration, is both, or cannot be read
 * as text.
 */
export async function readPainting(page: PDFPageProxy): Promise<Painting> {
	const { fnArray, argsArray } = await page.getOperatorList()
	const textColours = new Set<string>()
	const faults = new Set<string>()
	const saved: string[] = []
	const marks: ('artifact' | 'tagged' | 'other')[] = []
	let colour = '#000000'
	fnArray.forEach((operator, index) => {
		const args: unknown = argsArray[index]
		const [first]: unknown[] = Array.isArray(args) ? args : []
		if (operator === OPS.save) saved.push(colour)
		else if (operator === OPS.restore) colour = saved.pop() ?? '#000000'
		else if (operator === OPS.setFillRGBColor) colour = z.string().parse(first)
		else if (operator === OPS.endMarkedContent) marks.pop()
		else if (operator === OPS.beginMarkedContent || operator === OPS.beginMarkedContentProps) {
			const [tag, number] = markSchema.parse(args)
			const mark = tag === 'Artifact' ? 'artifact' : typeof number === 'number' ? 'tagged' : 'other'
			if (mark === 'artifact' && marks.includes('tagged')) faults.add('01-003 decoration in tagged content')
			if (mark === 'tagged' && marks.includes('artifact')) faults.add('01-004 tagged content in decoration')
			marks.push(mark)
		} else if (painting.has(operator) || (operator === OPS.constructPath && pathPainting.has(first))) {
			if (!marks.includes('artifact') && !marks.includes('tagged'))
				faults.add('01-005 neither tagged nor decoration')
			if (operator !== showText) return
			textColours.add(colour.toLowerCase())
			for (const glyph of glyphsSchema.parse(first))
				if (glyph !== null && typeof glyph !== 'number' && /^[\0\ufffd]?$/.test(glyph.unicode))
					faults.add('10-001 a letter without Unicode')
		}
	})
	return { textColours: [...textColours], faults: [...faults] }
}
