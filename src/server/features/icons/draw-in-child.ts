import { fileURLToPath } from 'node:url'
import { type Canvas, createCanvas, GlobalFonts, loadImage, type SKRSContext2D } from '@napi-rs/canvas'
import type { ChildWork } from '#server/platform/child/run-limited.ts'
import { iconColours, iconSides } from '#shared/icon-files.ts'

const font = fileURLToPath(new URL('../../../web/fonts/bricolage-grotesque-basic.woff2', import.meta.url))

/** Draws every file of an icon as a PNG: a letter, or a logo if there is a file of one. */
export const work: ChildWork<{ letter: string }, null> = async ({ letter }, [bytes]) => {
	const logo = bytes === undefined ? undefined : await loadImage(Buffer.from(bytes))
	if (logo === undefined) GlobalFonts.registerFromPath(font, 'Letter')
	const files = Object.entries(iconSides).map(([name, side]): Canvas => {
		const canvas = createCanvas(side, side)
		const context = canvas.getContext('2d')
		const isWhole = name === 'icon-maskable-512.png' || name === 'apple-touch-icon.png'
		context.fillStyle = logo === undefined ? iconColours.ground : iconColours.paper
		context.beginPath()
		context.roundRect(0, 0, side, side, isWhole ? 0 : side * 0.18)
		context.fill()
		// Phones crop maskable icons to a shape; the middle four fifths are always visible.
		const room = side * (name === 'icon-maskable-512.png' ? 0.56 : isWhole ? 0.7 : 0.84)
		if (logo === undefined) drawLetter(context, letter, side, room)
		else {
			const scale = room / Math.max(logo.width, logo.height)
			const [width, height] = [logo.width * scale, logo.height * scale]
			context.imageSmoothingQuality = 'high'
			context.drawImage(logo, (side - width) / 2, (side - height) / 2, width, height)
		}
		return canvas
	})
	return { output: null, files: await Promise.all(files.map((canvas) => canvas.encode('png'))) }
}

function drawLetter(context: SKRSContext2D, letter: string, side: number, room: number): void {
	context.font = `800 ${room * 0.92}px Letter`
	context.fillStyle = iconColours.letter
	const {
		actualBoundingBoxAscent: above,
		actualBoundingBoxDescent: below,
		width,
	} = context.measureText(letter)
	context.fillText(letter, (side - width) / 2, (side + above - below) / 2)
}
