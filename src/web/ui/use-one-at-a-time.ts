import { useCallback, useEffect, useRef, useState } from 'react'

/** A visitor who stopped the browser on its way out must get the button back. */
const longestLeaving = 15_000

/**
 * Runs an action unless one is running already. The button stays busy while the browser leaves the page for `leaving`,
 * and is free again when the visitor comes back to it (the Back button shows the page as it was left).
 */
export function useOneAtATime(): [busy: boolean, run: (action: () => Promise<unknown>) => void] {
	const [busy, setBusy] = useState(false)
	const running = useRef(false)

	const release = useCallback(() => {
		running.current = false
		setBusy(false)
	}, [])

	useEffect(() => {
		function comeBack(event: PageTransitionEvent) {
			if (event.persisted) release()
		}
		window.addEventListener('pageshow', comeBack)
		return () => window.removeEventListener('pageshow', comeBack)
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
