import {
	type RefCallback,
	type RefObject,
	useCallback,
	useEffect,
	useLayoutEffect,
	useRef,
	useState,
} from 'react'
import { useLocation } from 'react-router'

/** Moves the focus to a piece of text, so that a screen reader reads on from there and the Tab key goes on from there. */
export function focusText(text: HTMLElement): void {
	text.tabIndex = -1
	text.focus({ preventScroll: true })
}

/** Moves the focus to the start of the page's content, because the control that had it is gone. */
export function focusContent(): void {
	document.getElementById('content')?.focus({ preventScroll: true })
}

/** Moves the focus to the start of the content after each navigation, as loading a document would. */
export function useFocusOnNavigation(): void {
	const { pathname } = useLocation()
	const previous = useRef(pathname)
	// Before the effects of the page, which may move the focus on, as the second step does to its field.
	useLayoutEffect(() => {
		if (previous.current === pathname) return
		previous.current = pathname
		focusContent()
	}, [pathname])
}

/** Returns a ref for the control that receives the focus when what it opened is closed again. */
export function useReturnFocus<Control extends HTMLElement>(open: boolean): RefObject<Control | null> {
	const control = useRef<Control>(null)
	const wasOpen = useRef(open)
	useEffect(() => {
		if (wasOpen.current && !open) control.current?.focus()
		wasOpen.current = open
	}, [open])
	return control
}

/** Makes an element that may scroll sideways a stop of the Tab key while it does, and only then. Not every browser does so by itself. */
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
