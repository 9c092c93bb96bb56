import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { focusContent } from '#web/ui/focus-content.ts'

/** After going to another page, reading goes on at its beginning, as it would in a freshly loaded document. */
export function FocusOnNavigation() {
	const { pathname } = useLocation()
	const previous = useRef(pathname)
	useEffect(() => {
		if (previous.current === pathname) return
		previous.current = pathname
		focusContent()
	}, [pathname])
	return null
}
