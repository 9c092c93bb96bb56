import { type RefCallback, useCallback, useState } from 'react'

/**
 * Makes an element that may scroll sideways a stop of the Tab key while it does, and only then. Browsers that stop there by themselves
 * are not everywhere.
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
