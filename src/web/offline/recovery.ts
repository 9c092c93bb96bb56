import { useEffect } from 'react'
import type { ClientInstrumentation } from 'react-router'
import { tabStorage } from '#web/ui/browser-storage.ts'

const storageKey = 'headstart-interrupted-navigation'

/**
 * Opens the page that the visitor wanted, if the router has reloaded the document instead. The router does this when it cannot
 * fetch a page's code. A request for the page's address can still succeed: it returns the page of a newer release, the copy in the
 * browser's cache, or the offline page. Returns true if the browser is on its way to that page.
 */
export function resumeInterruptedNavigation(): boolean {
	const [entry] = performance.getEntriesByType('navigation')
	const reloaded = entry instanceof PerformanceNavigationTiming && entry.type === 'reload'
	const target = tabStorage.read(storageKey)
	tabStorage.remove(storageKey)
	if (!reloaded || target === null) return false
	window.location.assign(target)
	return true
}

/**
 * Remembers the target of each navigation until the navigation has finished, for `resumeInterruptedNavigation`. If storage is
 * blocked, the visitor has to follow the link again.
 */
export const rememberNavigation: ClientInstrumentation = {
	router: ({ instrument }) =>
		instrument({
			async navigate(run, { to }) {
				// A number means a move in the history, such as Back.
				if (typeof to !== 'string') return
				tabStorage.write(storageKey, to)
				await run()
				if (tabStorage.read(storageKey) === to) tabStorage.remove(storageKey)
			},
		}),
}

/** Milliseconds before each of the three attempts to fetch a style sheet again. */
const pauses = [1_000, 5_000, 20_000]

/** Retries style sheets that failed to load. The bundler remembers each one as loaded and would never request it again. */
export function useStyleSheetRetry(): void {
	useEffect(() => {
		const attempts = new WeakMap<HTMLLinkElement, number>()
		function retry({ target }: Event) {
			if (!(target instanceof HTMLLinkElement) || target.rel !== 'stylesheet') return
			const attempt = attempts.get(target) ?? 0
			const pause = pauses[attempt]
			if (pause === undefined) return
			attempts.set(target, attempt + 1)
			setTimeout(() => {
				// Reuses the same element, because React or the bundler may want to remove it later.
				const address = target.getAttribute('href')
				if (!target.isConnected || address === null) return
				target.removeAttribute('href')
				target.setAttribute('href', address)
			}, pause)
		}
		window.addEventListener('error', retry, true)
		return () => window.removeEventListener('error', retry, true)
	}, [])
}

/**
 * Registers the service worker once the browser is idle, except during development. The worker shows the offline page if a page
 * can't be fetched.
 */
export function useServiceWorker(): void {
	useEffect(() => {
		if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
		const register = () => {
			if (!navigator.onLine) return
			void navigator.serviceWorker.register('/service-worker.js').catch(() => undefined)
		}
		// Safari has no `requestIdleCallback`.
		if ('requestIdleCallback' in window) requestIdleCallback(register)
		else setTimeout(register, 2_000)
	}, [])
}
