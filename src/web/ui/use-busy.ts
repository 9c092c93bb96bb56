import { useCallback, useRef, useState } from 'react'

/**
 * Runs one action at a time and says whether one is running. If the action returns `leaving`, the button stays busy while the
 * browser leaves the page. It can be pressed again when the visitor comes back with the Back button.
 */
export function useBusy(): [busy: boolean, run: (action: () => Promise<unknown>) => void] {
	const [busy, setBusy] = useState(false)
	const running = useRef(false)

	const run = useCallback(async (action: () => Promise<unknown>) => {
		if (running.current) return
		running.current = true
		setBusy(true)
		try {
			if ((await action()) === 'leaving') await whenBack()
		} finally {
			running.current = false
			setBusy(false)
		}
	}, [])
	return [busy, run]
}

/**
 * How long a button stays busy while the browser leaves the page, in milliseconds. After that, a visitor who stopped the
 * navigation can press it again.
 */
const longestLeaving = 15_000

/** Resolves when the visitor comes back with the Back button, or after `longestLeaving`. */
export async function whenBack(): Promise<void> {
	await new Promise<void>((resolve) => {
		function onPageShow({ persisted }: PageTransitionEvent) {
			// The event also fires once for every page when it has loaded.
			if (persisted) end()
		}
		function end() {
			window.removeEventListener('pageshow', onPageShow)
			resolve()
		}
		window.addEventListener('pageshow', onPageShow)
		setTimeout(end, longestLeaving)
	})
}
