import { useEffect, useRef } from 'react'
import { Toaster as SonnerToaster, toast } from 'sonner'
import 'sonner/dist/styles.css'
import './toaster.css'

interface ToasterProps {
	/** Called once toasts can be shown. */
	onMount: (mounted: typeof toast) => void
}

/**
 * Sonner with the site's look and Sonner's own timings: 4 seconds, three at a time. Toasts appear at the bottom of the
 * screen, where they cover the least. If one would cover what the visitor has just used, the page scrolls up.
 */
export function Toaster({ onMount }: ToasterProps) {
	useEffect(() => onMount(toast), [onMount])
	useEffect(riseAboveKeyboard, [])
	useEffect(watchPresses, [])
	const toasts = useRef<HTMLDivElement>(null)
	useEffect(() => {
		// Waits for the next frame. By then, a form that caused the toast has shown its own change too.
		const added = new MutationObserver((changes) => {
			if (changes.some(({ addedNodes }) => addedNodes.length > 0)) requestAnimationFrame(keepClear)
		})
		if (toasts.current !== null) added.observe(toasts.current, { childList: true, subtree: true })
		return () => added.disconnect()
	}, [])
	// The style sheet sets the offset, because a product's price and button may be at the bottom of the screen.
	const offset = { bottom: 'calc(var(--toast-foot) + var(--keyboard, 0px))' }
	return (
		<div ref={toasts}>
			<SonnerToaster
				position="bottom-right"
				closeButton
				containerAriaLabel="Messages"
				toastOptions={{ closeButtonAriaLabel: 'Close message' }}
				offset={offset}
				mobileOffset={offset}
			/>
		</div>
	)
}

/** Sets `--keyboard` to the height of the on-screen keyboard. */
function riseAboveKeyboard(): (() => void) | undefined {
	const viewport = window.visualViewport
	if (viewport === null) return
	const rise = () => {
		const height = `${keyboardHeight(viewport, window.innerHeight)}px`
		document.documentElement.style.setProperty('--keyboard', height)
	}
	rise()
	for (const event of ['resize', 'scroll']) viewport.addEventListener(event, rise)
	return () => {
		for (const event of ['resize', 'scroll']) viewport.removeEventListener(event, rise)
	}
}

/** Returns how many pixels at the bottom of the window the on-screen keyboard covers. */
export function keyboardHeight(
	{ height, offsetTop, scale }: Pick<VisualViewport, 'height' | 'offsetTop' | 'scale'>,
	windowHeight: number,
): number {
	// Zooming in also makes the visible part smaller, but covers nothing.
	if (scale > 1.01) return 0
	return Math.max(0, Math.round(windowHeight - height - offsetTop))
}

let pressed: Element | null = null

/** Stores what the visitor last pressed, because some browsers don't focus it. Returns a function that stops this. */
function watchPresses(): () => void {
	const remember = ({ target }: PointerEvent) => {
		pressed = target instanceof Element ? target : null
	}
	window.addEventListener('pointerdown', remember, { capture: true, passive: true })
	return () => window.removeEventListener('pointerdown', remember, { capture: true })
}

/** Scrolls the page, so that the toasts don't cover the form or control that the visitor has just used. */
function keepClear(): void {
	const { activeElement, body } = document
	const used = (activeElement === body ? pressed : activeElement)?.closest(controls)
	const toaster = document.querySelector('[data-sonner-toaster]')
	if (!used?.isConnected || used.closest('[role="dialog"], [data-sonner-toaster]') || toaster === null) return
	const toasts = toaster.querySelectorAll<HTMLElement>('[data-sonner-toast]')
	// A toast that is still sliding in isn't in its final place yet, so its place is calculated from the bottom of the list.
	const { left, right, bottom } = toaster.getBoundingClientRect()
	const top = bottom - Math.max(0, ...Array.from(toasts, ({ offsetHeight }) => offsetHeight))
	const [form, control] = [used.closest('form') ?? used, used].map((part) =>
		scrollToClear(part.getBoundingClientRect(), { left, right, top, bottom }),
	)
	const isStill = window.matchMedia('(prefers-reduced-motion: reduce)').matches
	window.scrollBy({ top: form || control || 0, behavior: isStill ? 'auto' : 'smooth' })
}

const controls = 'a, button, input, label, select, summary, textarea'

type Box = Pick<DOMRect, 'left' | 'right' | 'top' | 'bottom'>

const gap = 12

/** Returns how far to scroll so that the whole box is clear of the covered area, or as much of it as fits on the screen. */
export function scrollToClear(box: Box, covered: Box): number {
	const isApart =
		box.bottom <= covered.top ||
		box.top >= covered.bottom ||
		box.right <= covered.left ||
		box.left >= covered.right
	return isApart ? 0 : Math.max(0, Math.min(box.bottom + gap - covered.top, box.top - gap))
}
