import { type PointerEvent, useRef } from 'react'

/**
 * Returns handlers that let the first child of an element follow one finger. When the finger is lifted, the swipe counts as a
 * move, or the child springs back. Ignores the mouse and two fingers. Also ignores a zoomed-in page, which a finger scrolls.
 */
export function useSwipe(onMove: (move: 'next' | 'previous') => void) {
	const start = useRef<{ id: number; x: number; y: number; at: number } | null>(null)

	function onPointerDown(event: PointerEvent<HTMLElement>) {
		const zoomedIn = (window.visualViewport?.scale ?? 1) > 1.01
		if (event.pointerType === 'mouse' || !event.isPrimary || zoomedIn) return release(event)
		start.current = { id: event.pointerId, x: event.clientX, y: event.clientY, at: event.timeStamp }
	}
	function onPointerMove(event: PointerEvent<HTMLElement>) {
		if (event.pointerId !== start.current?.id) return
		shiftChild(event.currentTarget, `${event.clientX - start.current.x}px`)
	}
	function onPointerUp(event: PointerEvent<HTMLElement>) {
		const from = start.current
		if (from === null || event.pointerId !== from.id) return
		release(event)
		const swipe = { x: event.clientX - from.x, y: event.clientY - from.y, ms: event.timeStamp - from.at }
		const move = moveOfSwipe(swipe)
		if (move !== null) onMove(move)
	}
	function release(event: PointerEvent<HTMLElement>) {
		start.current = null
		shiftChild(event.currentTarget, '')
	}
	return { onPointerDown, onPointerMove, onPointerUp, onPointerCancel: release }
}

function shiftChild(element: HTMLElement, translate: string) {
	const child = element.firstElementChild
	if (child instanceof HTMLElement) child.style.translate = translate
}

/** The movement of a finger, in pixels and milliseconds. */
interface Swipe {
	x: number
	y: number
	ms: number
}

const minimumDistance = 64
const flick = { pixels: 24, pixelsPerMs: 0.4 }

/**
 * Returns the move that a swipe means: a swipe to the left shows the next picture. Returns null for a swipe that is short and
 * slow, or more vertical than horizontal.
 */
export function moveOfSwipe({ x, y, ms }: Swipe): 'next' | 'previous' | null {
	const across = Math.abs(x)
	if (across < Math.abs(y) * 1.5) return null
	const isFlick = across >= flick.pixels && across / Math.max(1, ms) >= flick.pixelsPerMs
	if (across < minimumDistance && !isFlick) return null
	return x < 0 ? 'next' : 'previous'
}
