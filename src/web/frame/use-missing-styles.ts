import { useEffect } from 'react'

/** Milliseconds until a style sheet that could not be had is asked for again; three times, and then no more. */
const pauses = [1_000, 5_000, 20_000]

/**
 * Asks again for a style sheet that did not arrive. What is fetched on first use is asked for once more by whoever presses
 * again, but its style sheet by nobody: the page builder remembers having asked for it.
 */
export function useMissingStyles(): void {
	useEffect(() => {
		const asked = new WeakMap<HTMLLinkElement, number>()
		function askAgain({ target }: Event) {
			if (!(target instanceof HTMLLinkElement) || target.rel !== 'stylesheet') return
			const times = asked.get(target) ?? 0
			const pause = pauses[times]
			if (pause === undefined) return
			asked.set(target, times + 1)
			setTimeout(() => {
				// The same element: whoever put it there may want to take it away.
				const address = target.getAttribute('href')
				if (!target.isConnected || address === null) return
				target.removeAttribute('href')
				target.setAttribute('href', address)
			}, pause)
		}
		window.addEventListener('error', askAgain, true)
		return () => window.removeEventListener('error', askAgain, true)
	}, [])
}
