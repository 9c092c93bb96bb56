let pressed: Element | null = null

/** Remembers what the visitor last pressed, because some browsers don't focus it. Returns a function that stops. */
export function watchPresses(): () => void {
	const remember = ({ target }: PointerEvent) => {
		pressed = target instanceof Element ? target : null
	}
	window.addEventListener('pointerdown', remember, { capture: true, passive: true })
	return () => window.removeEventListener('pointerdown', remember, { capture: true })
}

/** Scrolls the form or control that the visitor has just used out from under the toasts. */
export function keepClear(): void {
	const { activeElement, body } = document
	const used = (activeElement === body ? pressed : activeElement)?.closest(controls)
	const toaster = document.querySelector('[data-sonner-toaster]')
	if (!used?.isConnected || used.closest('[role="dialog"], [data-sonner-toaster]') || toaster === null) return
	const toasts = toaster.querySelectorAll<HTMLElement>('[data-sonner-toast]')
	// A toast that is still sliding in isn't in its place yet, but the foot of its list is.
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

/** Returns how far to scroll so that all of the box is above what is covered, or as much as fits on the screen. */
export function scrollToClear(box: Box, covered: Box): number {
	const isApart =
		box.bottom <= covered.top ||
		box.top >= covered.bottom ||
		box.right <= covered.left ||
		box.left >= covered.right
	return isApart ? 0 : Math.max(0, Math.min(box.bottom + gap - covered.top, box.top - gap))
}
