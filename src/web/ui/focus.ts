import {
	type RefCallback,
	type RefObject,
	useCallback,
	useEffect,
	useLayoutEffect,
	useRef,
	useState,
} from 'react'
import { useLocation, useNavigationType } from 'react-router'

/** Moves the focus to a piece of text, from which a screen reader and the Tab key then continue. */
export function focusText(text: HTMLElement): void {
	text.tabIndex = -1
	text.focus({ preventScroll: true })
}

/** Moves the focus to the start of the page's content. Call it when the control that had the focus disappears. */
export function focusContent(): void {
	const content = document.getElementById('content')
	// Screen readers announce a page's title only when its document is loaded.
	content?.setAttribute('aria-label', document.title)
	content?.focus({ preventScroll: true })
}

/**
 * Moves the focus to the heading of a part of the page, unless something in the part already has the focus. Ignores a
 * `<details>` element, whose focus is moved by the code that opens it.
 */
export function focusPart(part: HTMLElement): void {
	if (part.contains(document.activeElement) || part.matches('details')) return
	focusText(part.querySelector<HTMLElement>('h2, h3') ?? part)
}

/**
 * Moves the focus after each navigation, as the browser would: to the part of the page that a link names, or to the start of a
 * new page's content.
 */
export function useFocusOnNavigation(): void {
	const { pathname, hash, key } = useLocation()
	// After Back, or the link that skips to the content, the browser moves the focus itself.
	const isBrowser = useNavigationType() === 'POP'
	const previous = useRef({ pathname, key })
	// A layout effect, because it must run before the effects of the page. Those may move the focus on, as the second step does
	// to its field.
	useLayoutEffect(() => {
		const last = previous.current
		previous.current = { pathname, key }
		const part = isBrowser || last.key === key ? null : document.getElementById(hash.slice(1))
		if (part !== null) focusPart(part)
		else if (last.pathname !== pathname) focusContent()
	}, [pathname, hash, key, isBrowser])
}

/** Returns a ref for a control. It receives the focus again when what it opened is closed. */
export function useReturnFocus<Control extends HTMLElement>(open: boolean): RefObject<Control | null> {
	const control = useRef<Control>(null)
	const wasOpen = useRef(open)
	useEffect(() => {
		if (wasOpen.current && !open) control.current?.focus()
		wasOpen.current = open
	}, [open])
	return control
}

/**
 * Makes an element reachable with the Tab key while its content scrolls sideways, and only then. Not every browser does so by
 * itself.
 */
export function useScrollStop(): { ref: RefCallback<HTMLElement>; tabIndex: 0 | undefined } {
	const [scrolls, setScrolls] = useState(true)
	const ref = useCallback((element: HTMLElement | null) => {
		if (element === null) return
		const observer = new ResizeObserver(() => {
			const isWider = element.scrollWidth > element.clientWidth + 1
			setScrolls(isWider && getComputedStyle(element).overflowX !== 'visible')
		})
		observer.observe(element)
		return () => observer.disconnect()
	}, [])
	return { ref, tabIndex: scrolls ? 0 : undefined }
}
