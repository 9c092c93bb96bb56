import { useEffect } from 'react'

/**
 * Has the browser keep the page for when Headstart cannot be reached. Asked for once the page is done with everything else;
 * a browser that cannot, or may not, goes without. Not while developing, where pages come and go.
 */
export function KeepOfflinePage() {
	useEffect(() => {
		if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
		const keep = () => {
			if (!navigator.onLine) return
			void navigator.serviceWorker.register('/service-worker.js').catch(() => undefined)
		}
		// Safari knows no idle moment.
		const waiting = window.requestIdleCallback?.(keep) ?? window.setTimeout(keep, 2_000)
		return () => (window.cancelIdleCallback ?? window.clearTimeout)(waiting)
	}, [])
	return null
}
