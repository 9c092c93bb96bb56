import { type ComponentType, useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { isPartShown } from '#web/site/site-settings.ts'
import { browserObjects, currentChoice } from './choice.ts'

/** Reports each page view. Asks first if the owner's analytics service needs consent. */
export function PageViews() {
	const { pathname } = useLocation()
	const [Banner, setBanner] = useState<ComponentType | null>(null)
	useEffect(() => report(pathname), [pathname])
	useEffect(() => {
		if (!isPartShown(['page-views-consented']) || currentChoice() !== null || browserObjects()) return
		// If the banner cannot be loaded, there is no consent and nothing is counted.
		import('./consent-banner.tsx').then(
			(fetched) => setBanner(() => fetched.ConsentBanner),
			() => undefined,
		)
	}, [])
	return Banner === null ? null : <Banner />
}

/**
 * Sends a page's path, and nothing else, to our own server. No cookie and no referrer, because an address can contain a token.
 * The outcome does not matter.
 */
function report(path: string): void {
	const choice = currentChoice()
	const silent =
		isPartShown(['page-views-off']) ||
		browserObjects() ||
		choice === 'no' ||
		(isPartShown(['page-views-consented']) && choice !== 'yes')
	if (silent || !navigator.onLine) return
	fetch('/page-views', {
		method: 'POST',
		body: path,
		credentials: 'omit',
		referrerPolicy: 'no-referrer',
		keepalive: true,
		priority: 'low',
	}).catch(() => undefined)
}
