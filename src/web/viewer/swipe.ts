/** A finger's way across the picture, in pixels and milliseconds. */
export interface Stroke {
	x: number
	y: number
	ms: number
}

const farEnough = 64
const flick = { pixels: 24, pixelsPerMs: 0.4 }

/**
 * What a stroke asks for: pushed to the left, the next picture comes in from the right. Null for a stroke too short and too
 * slow to be meant, or one that goes up or down more than across.
 */
export function moveOfStroke({ x, y, ms }: Stroke): 'next' | 'previous' | null {
	const across = Math.abs(x)
	if (across < Math.abs(y) * 1.5) return null
	const flicked = across >= flick.pixels && across / Math.max(1, ms) >= flick.pixelsPerMs
	if (across < farEnough && !flicked) return null
	return x < 0 ? 'next' : 'previous'
}
