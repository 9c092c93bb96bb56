import { type PointerEvent, useRef } from 'react'
import { moveOfStroke } from './swipe.ts'

/**
 * Follows one finger over an element: its first child goes along, and at the end the stroke is a move or springs back. A mouse
 * is left alone, so are two fingers, and a page that is pinched larger is pushed about rather than turned.
 */
export function useSwipe(onMove: (move: 'next' | 'previous') => void) {
	const start = useRef<{ id: number; x: number; y: number; at: number } | null>(null)

	function onPointerDown(event: PointerEvent<HTMLElement>) {
		const pinched = (window.visualViewport?.scale ?? 1) > 1.01
		if (event.pointerType === 'mouse' || !event.isPrimary || pinched) return letGo(event)
		start.current = { id: event.pointerId, x: event.clientX, y: event.clientY, at: event.timeStamp }
	}
	function onPointerMove(event: PointerEvent<HTMLElement>) {
		if (event.pointerId !== start.current?.id) return
		push(event.currentTarget, `${event.clientX - start.current.x}px`)
	}
	function onPointerUp(event: PointerEvent<HTMLElement>) {
		const from = start.current
		if (from === null || event.pointerId !== from.id) return
		letGo(event)
		const stroke = { x: event.clientX - from.x, y: event.clientY - from.y, ms: event.timeStamp - from.at }
		const move = moveOfStroke(stroke)
		if (move !== null) onMove(move)
	}
	function letGo(event: PointerEvent<HTMLElement>) {
		start.current = null
		push(event.currentTarget, '')
	}
	return { onPointerDown, onPointerMove, onPointerUp, onPointerCancel: letGo }
}

function push(element: HTMLElement, translate: string) {
	const sheet = element.firstElementChild
	if (sheet instanceof HTMLElement) sheet.style.translate = translate
}
