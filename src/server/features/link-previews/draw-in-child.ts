import { createCanvas, GlobalFonts, type Image, loadImage, type SKRSContext2D } from '@napi-rs/canvas'
import type { ChildWork } from '#server/platform/child/run-limited.ts'
import type { DrawnPreview } from './link-previews.ts'

const size = { width: 1200, height: 630 }
const margin = 64
const text = '#fbf8f1'
const textWidth = 540
/** The sheet on the right, which the picture fills. */
const sheet = { left: 752, top: 84, width: 372, height: 700 }

/** Draws the picture in previews of a link as a JPEG. The files are a font and, if there is one, the picture on it. */
export const work: ChildWork<DrawnPreview, null> = async (preview, [font, bytes]) => {
	if (font !== undefined) GlobalFonts.register(Buffer.from(font), 'Grotesque')
	const canvas = createCanvas(size.width, size.height)
	const context = canvas.getContext('2d')
	context.fillStyle = preview.ground
	context.fillRect(0, 0, size.width, size.height)
	const picture = bytes === undefined ? undefined : await loadImage(Buffer.from(bytes))
	drawSheets(context, picture)
	drawWords(context, preview)
	return { output: null, files: [await canvas.encode('jpeg', 84)] }
}

function drawSheets(context: SKRSContext2D, picture: Image | undefined): void {
	context.save()
	context.translate(sheet.left + sheet.width / 2, sheet.top + sheet.height / 2)
	for (const turn of [0.09, 0.03]) {
		context.save()
		context.rotate(turn)
		context.shadowColor = 'rgb(0 0 0 / 0.35)'
		context.shadowBlur = 28
		context.shadowOffsetY = 10
		context.fillStyle = '#fffdf8'
		context.fillRect(-sheet.width / 2, -sheet.height / 2, sheet.width, sheet.height)
		context.restore()
	}
	context.rotate(0.03)
	if (picture === undefined) drawLines(context)
	else {
		// A wide picture is shown whole across the sheet, and a tall one from its top.
		const height = (picture.height * sheet.width) / picture.width
		context.beginPath()
		context.rect(-sheet.width / 2, -sheet.height / 2, sheet.width, sheet.height)
		context.clip()
		context.imageSmoothingQuality = 'high'
		context.drawImage(picture, -sheet.width / 2, -sheet.height / 2, sheet.width, height)
		if (height < sheet.height) drawLines(context, height)
	}
	context.restore()
}

/** Draws lines of a page below what is at its top, one of them marked. */
function drawLines(context: SKRSContext2D, from = 0): void {
	const [left, top] = [40 - sheet.width / 2, from - sheet.height / 2 + 64]
	context.fillStyle = '#ffc53d'
	context.fillRect(left - 6, top + 34, 210, 28)
	context.fillStyle = '#d9d3c4'
	for (let line = 0; top + line * 40 < sheet.height / 2; line++)
		context.fillRect(left, top + line * 40, [292, 200, 270, 292, 236][line % 5] ?? 292, 10)
}

function drawWords(context: SKRSContext2D, { title, shop, label, facts }: DrawnPreview): void {
	context.fillStyle = text
	context.font = '600 25px Grotesque'
	context.fillText(shop, margin, 86, 380)
	context.textAlign = 'right'
	context.fillText(label, margin + textWidth, 86, 140)
	context.textAlign = 'left'
	context.fillRect(margin, 110, textWidth, 2)
	const fits = (px: number) => linesOf(context, title, px).length <= 4
	const px = [76, 68, 60, 52, 44].find(fits) ?? 44
	linesOf(context, title, px)
		.slice(0, 6)
		.forEach((line, at) => {
			context.fillText(line, margin, 128 + px * (1.12 + at * 1.06), textWidth)
		})
	context.font = '500 27px Grotesque'
	facts.forEach((fact, at) => {
		context.fillText(fact, margin, 566 - 36 * (facts.length - 1 - at), textWidth)
	})
}

/** Breaks a title into lines, and leaves the context in its font. */
function linesOf(context: SKRSContext2D, title: string, px: number): string[] {
	context.font = `800 ${px}px Grotesque`
	const lines: string[] = []
	for (const word of title.split(/\s+/)) {
		const longer = `${lines.at(-1) ?? ''} ${word}`.trim()
		if (lines.length > 0 && context.measureText(longer).width <= textWidth) lines[lines.length - 1] = longer
		else lines.push(word)
	}
	return lines
}
