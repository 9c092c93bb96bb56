import type { Canvas } from '@napi-rs/canvas'
import { type PlacedText, placeOf, type SheetShot } from './sheet-shot.ts'

/** Words that are typed into a yellow field. */
export interface Typing {
	words: string
	occurrence?: number | 'last'
	/** Seconds after the start of the scene. */
	begins: number
	takes: number
}

export interface Box {
	left: number
	top: number
	width: number
	height: number
}

/** The typed words, with their field. */
export interface TypedCell extends Typing {
	text: PlacedText
	cell: Box
}

export function typedCell(shot: SheetShot, typing: Typing): TypedCell {
	const text = placeOf(shot, typing.words, typing.occurrence)
	return { ...typing, text, cell: fieldAround(shot.picture, text) }
}

/** Finds the field around a text. It starts just left of the text, and goes as far as the background stays the same. */
function fieldAround(picture: Canvas, text: PlacedText): Box {
	const x = Math.round(text.left - text.height * 0.2)
	const y = Math.round(text.top + text.height * 0.5)
	const context = picture.getContext('2d')
	const column = context.getImageData(x, 0, 1, picture.height).data
	const upwards = extent(column, y, -1)
	const downwards = extent(column, y, 1)
	// Measures the width along the upper edge of the field, which no letter touches.
	const row = context.getImageData(0, upwards + 2, picture.width, 1).data
	const left = extent(row, x, -1)
	return { left, top: upwards, width: extent(row, x, 1) - left, height: downwards - upwards }
}

function extent(pixels: Uint8ClampedArray, start: number, step: 1 | -1): number {
	let place = start
	while (isAlike(pixels, start, place + step)) place += step
	return place
}

function isAlike(pixels: Uint8ClampedArray, one: number, other: number): boolean {
	if (other < 0 || other * 4 >= pixels.length) return false
	return [0, 1, 2].every(
		(channel) => Math.abs((pixels[one * 4 + channel] ?? 0) - (pixels[other * 4 + channel] ?? 0)) < 10,
	)
}
