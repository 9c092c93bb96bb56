import { useEffect } from 'react'
import { type ClientInstrumentation, isRouteErrorResponse } from 'react-router'
import { tabStorage } from '#web/ui/browser-storage.ts'
import { wasReloaded } from '#web/ui/lazy-import.ts'

const storageKey = 'headstart-interrupted-navigation'

/**
 * Opens the page that the visitor wanted, if the document was reloaded instead, because a page's code or data could not be fetched. A
 * request for the page's address can still succeed: it returns the page of a newer release, the copy in the browser's cache, or the
 * offline page. Returns true if the browser is on its way to that page.
 */
export function resumeInterruptedNavigation(): boolean {
	const target = tabStorage.read(storageKey)
	tabStorage.remove(storageKey)
	if (!wasReloaded() || target === null) return false
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

/** Reloads the document if the router can't fetch what a page shows, as the router itself does if it can't fetch the page's code. */
export const reloadWithoutData: ClientInstrumentation = {
	route: ({ instrument }) =>
		instrument({
			async loader(load) {
				const { error } = await load()
				// The visitor may have followed another link in the meantime.
				if (error === undefined || [error, error.cause].some(isAbort)) return
				window.location.reload()
				await new Promise<never>(() => {})
			},
		}),
}

function isAbort(error: unknown): boolean {
	return error instanceof Error && error.name === 'AbortError'
}

/**
 * Reloads the document if the server refused to say what a page shows. Also reloads it, but only once, if the page itself failed,
 * because a new release may select other things than the code in the browser expects.
 */
export function useReloadOfFailedPage(error: unknown): void {
	useEffect(() => {
		if (isRouteErrorResponse(error) || !wasReloaded()) window.location.reload()
	}, [error])
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
