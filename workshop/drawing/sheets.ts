import type { Canvas, Image, SKRSContext2D } from '@napi-rs/canvas'
import { guidePage } from '../../catalogue/gallery.ts'
import { colour } from '../design-tokens.ts'

/** The height of a guide's page divided by its width. */
const pageShape = guidePage.height / guidePage.width
const turns = [0, -5.5, -11.5] as const

/** Draws sheets fanned out around the lower right corner of the first, which is on top. */
export function fanSheets(
	context: SKRSContext2D,
	sheets: readonly (Canvas | Image)[],
	{ left, top, width }: { left: number; top: number; width: number },
): void {
	const lying = sheets.map((sheet, index) => ({ sheet, turn: turns[index] ?? 0 })).reverse()
	for (const { sheet, turn } of lying) {
		// A shorter sheet gets an empty lower part.
		const height = Math.max((sheet.height / sheet.width) * width, width * pageShape)
		context.save()
		context.translate(left + width, top + width * pageShape)
		context.rotate((turn * Math.PI) / 180)
		context.translate(-width, -width * pageShape)
		context.shadowColor = 'rgba(0, 0, 0, 0.28)'
		context.shadowBlur = 22
		context.shadowOffsetY = 5
		context.fillStyle = turn === 0 ? colour('paper') : '#F3EFE6'
		context.fillRect(0, 0, width, height)
		context.shadowColor = 'transparent'
		context.imageSmoothingEnabled = true
		context.imageSmoothingQuality = 'high'
		// A crop has no margins of its own, so it gets some here.
		const inset = sheet.height > sheet.width * 1.4 ? 0 : width * 0.045
		const inner = width - 2 * inset
		context.drawImage(sheet, inset, inset, inner, (sheet.height / sheet.width) * inner)
		context.restore()
	}
}

/** Draws the outlines of planned pages, and a sheet that says they are coming. */
export function comingSheet(
	context: SKRSContext2D,
	{ left, top, width }: { left: number; top: number; width: number },
): void {
	const height = width * pageShape
	for (const turn of [-11.5, -5.5]) {
		context.save()
		context.translate(left + width, top + height)
		context.rotate((turn * Math.PI) / 180)
		context.setLineDash([7, 7])
		context.lineWidth = 2
		context.strokeStyle = colour('paper')
		context.strokeRect(-width, -height, width, height)
		context.restore()
	}
	context.fillStyle = colour('paper')
	context.fillRect(left, top, width, height)
}

/** Draws a highlighter stroke under words that begin at `left` on `baseline`. */
export function highlight(
	context: SKRSContext2D,
	{ left, baseline, width, size }: { left: number; baseline: number; width: number; size: number },
): void {
	context.fillStyle = colour('marigold')
	context.fillRect(left - size * 0.12, baseline - size * 0.66, width + size * 0.24, size * 0.88)
}
