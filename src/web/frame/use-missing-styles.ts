import { useEffect } from 'react'

/** Milliseconds until a style sheet that could not be had is asked for again. */
const pause = 1_000

/**
 * Asks again for a style sheet that did not arrive. What is fetched on first use is asked for once more by whoever presses
 * again, but its style sheet by nobody: the page builder remembers having asked for it.
 */
export function useMissingStyles(): void {
	useEffect(() => {
		function askAgain({ target }: Event) {
			if (!(target instanceof HTMLLinkElement) || target.rel !== 'stylesheet') return
			setTimeout(() => target.replaceWith(target.cloneNode()), pause)
		}
		window.addEventListener('error', askAgain, true)
		return () => window.removeEventListener('error', askAgain, true)
	}, [])
}
