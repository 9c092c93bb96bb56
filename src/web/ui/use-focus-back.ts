import { type RefObject, useEffect, useRef } from 'react'

/** Once what was open is closed again, and the control that had the focus gone, gives it back to what the ref is put on. */
export function useFocusBack<Control extends HTMLElement>(open: boolean): RefObject<Control | null> {
	const control = useRef<Control>(null)
	const wasOpen = useRef(open)
	useEffect(() => {
		if (wasOpen.current && !open) control.current?.focus()
		wasOpen.current = open
	}, [open])
	return control
}
