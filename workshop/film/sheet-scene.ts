import type { SKRSContext2D } from '@napi-rs/canvas'
import { colour } from '../design-tokens.ts'
import { filmWindow } from './frame.ts'
import { type CameraMove, eased, mix, type View, viewAt } from './motion.ts'
import { placeOf, type SheetShot } from './sheet-shot.ts'
import { type TypedCell, type Typing, typedCell } from './typed-cell.ts'

/** A sheet on which something is typed, and which then shows the result. */
export interface SheetScene {
	before: SheetShot
	after: SheetShot
	typings: readonly Typing[]
	/** When the rest of the sheet changes to `after`. */
	recalculates: number
	camera: readonly CameraMove[]
	/** Words that are highlighted, and when. */
	marked?: { words: string; begins: number }
}

/** How long the pointer takes from field to field, in seconds. */
const pointing = 0.3

/** Prepares a scene and returns a function that draws it at a given time. */
export function sheetScene(scene: SheetScene): (context: SKRSContext2D, now: number) => void {
	const cells = scene.typings.map((typing) => typedCell(scene.after, typing))
	return (context, now) => {
		const view = viewAt(scene.camera, now)
		context.save()
		context.beginPath()
		context.rect(0, filmWindow.top, filmWindow.width, filmWindow.height)
		context.clip()
		drawPart(context, scene.before, view)
		for (const cell of cells) drawTyped(context, scene, cell, view, now)
		const share = eased(now, scene.recalculates, 0.35)
		if (share > 0) {
			context.globalAlpha = share
			drawPart(context, scene.after, view)
			context.globalAlpha = 1
		}
		if (scene.marked !== undefined) drawMark(context, scene, view, now)
		drawPointer(context, cells, view, now)
		context.restore()
	}
}

function drawPart(context: SKRSContext2D, { picture }: SheetShot, view: View): void {
	const { width, height, top } = filmWindow
	const viewHeight = (view.width * height) / width
	context.fillStyle = '#FFFFFF'
	context.fillRect(0, top, width, height)
	context.drawImage(picture, view.left, view.top, view.width, viewHeight, 0, top, width, height)
}

/** Draws what has been typed so far, with a caret and a ring around the field. */
function drawTyped(
	context: SKRSContext2D,
	scene: SheetScene,
	{ begins, takes, text, cell }: TypedCell,
	view: View,
	now: number,
): void {
	if (now < begins) return
	const scale = filmWindow.width / view.width
	const x = (left: number) => (left - view.left) * scale
	const y = (top: number) => (top - view.top) * scale + filmWindow.top
	const share = Math.min(1, (now - begins) / takes)
	const end = cell.left + cell.width
	const typed = Math.min(end, text.left - 3 + (text.width + 6) * share)
	const edge = share === 1 ? end : typed
	const source = [cell.left, cell.top, Math.max(1, edge - cell.left), cell.height] as const
	context.fillStyle = '#FFF1CC'
	context.fillRect(x(cell.left), y(cell.top), cell.width * scale, cell.height * scale)
	context.drawImage(
		scene.after.picture,
		...source,
		x(cell.left),
		y(cell.top),
		source[2] * scale,
		cell.height * scale,
	)
	if (now > begins + takes + pointing) return
	context.strokeStyle = colour('green')
	context.lineWidth = 3.5
	context.strokeRect(x(cell.left), y(cell.top), cell.width * scale, cell.height * scale)
	if (share < 1) {
		context.fillStyle = colour('ink')
		context.fillRect(x(typed), y(cell.top) + 4, 2.5, cell.height * scale - 8)
	}
}

/** Highlights words. The highlighter darkens white but not the ink, so that the words stay readable. */
function drawMark(context: SKRSContext2D, scene: SheetScene, view: View, now: number): void {
	const { words, begins } = scene.marked ?? { words: '', begins: 0 }
	const share = eased(now, begins, 0.5)
	if (share === 0) return
	const text = placeOf(scene.after, words)
	const scale = filmWindow.width / view.width
	context.globalCompositeOperation = 'multiply'
	context.fillStyle = colour('marigold')
	context.fillRect(
		(text.left - view.left) * scale - 6,
		(text.top - view.top) * scale + filmWindow.top,
		(text.width * scale + 12) * share,
		text.height * scale,
	)
	context.globalCompositeOperation = 'source-over'
}

function drawPointer(context: SKRSContext2D, cells: readonly TypedCell[], view: View, now: number): void {
	const [first] = cells
	if (first === undefined) return
	let place = { x: first.cell.left + first.cell.width * 1.25, y: first.cell.top + first.cell.height * 4 }
	for (const { cell, begins } of cells) {
		const share = eased(now, begins - pointing, pointing)
		place = {
			x: mix(place.x, cell.left + cell.width * 0.82, share),
			y: mix(place.y, cell.top + cell.height * 0.75, share),
		}
	}
	const scale = filmWindow.width / view.width
	const last = cells.at(-1) ?? first
	context.save()
	// The pointer fades out once everything is typed, so that nothing covers the result.
	context.globalAlpha = 1 - eased(now, last.begins + last.takes + pointing, pointing)
	context.translate((place.x - view.left) * scale, (place.y - view.top) * scale + filmWindow.top)
	context.beginPath()
	context.moveTo(0, 0)
	for (const [x, y] of [
		[0, 34],
		[9, 26],
		[15, 40],
		[21, 37],
		[15, 24],
		[26, 24],
	] as const)
		context.lineTo(x, y)
	context.closePath()
	context.fillStyle = colour('ink')
	context.fill()
	context.strokeStyle = '#FFFFFF'
	context.lineWidth = 2.5
	context.stroke()
	context.restore()
}
