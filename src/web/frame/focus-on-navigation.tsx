import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'

/** After going to another page, reading goes on at its beginning, as it would in a freshly loaded document. */
export function FocusOnNavigation() {
	const { pathname } = useLocation()
	const previous = useRef(pathname)
	useEffect(() => {
		if (previous.current === pathname) return
		previous.current = pathname
		document.getElementById('content')?.focus({ preventScroll: true })
	}, [pathname])
	return null
}
