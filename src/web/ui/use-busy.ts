import { useCallback, useEffect, useRef, useState } from 'react'

/**
 * How long a button stays busy while the browser leaves the page, in milliseconds. After that, a visitor who stopped the
 * navigation can press it again.
 */
const longestLeaving = 15_000

/**
 * Runs one action at a time and says whether one is running. If the action returns `leaving`, the button stays busy while the
 * browser leaves the page. It can be pressed again when the visitor comes back with the Back button.
 */
export function useBusy(): [busy: boolean, run: (action: () => Promise<unknown>) => void] {
	const [busy, setBusy] = useState(false)
	const running = useRef(false)

	const release = useCallback(() => {
		running.current = false
		setBusy(false)
	}, [])

	useEffect(() => {
		function onPageShow(event: PageTransitionEvent) {
			if (event.persisted) release()
		}
		window.addEventListener('pageshow', onPageShow)
		return () => window.removeEventListener('pageshow', onPageShow)
	}, [release])

	const run = useCallback(
		(action: () => Promise<unknown>) => {
			if (running.current) return
			running.current = true
			setBusy(true)
			action().then(
				(outcome) => {
					if (outcome === 'leaving') setTimeout(release, longestLeaving)
					else release()
				},
				(error: unknown) => {
					release()
					throw error
				},
			)
		},
		[release],
	)
	return [busy, run]
}
