import { type ComponentType, useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { isSo } from '#web/site/site.ts'
import { browserObjects, currentChoice } from './choice.ts'

/** Reports each page that is shown, and asks first where the owner's way of counting needs consent. */
export function PageViews() {
	const { pathname } = useLocation()
	const [Banner, setBanner] = useState<ComponentType | null>(null)
	useEffect(() => report(pathname), [pathname])
	useEffect(() => {
		if (!isSo(['page-views-consented']) || currentChoice() !== null || browserObjects()) return
		// Without the banner nobody has consented, so nothing is counted: a failure costs nothing.
		import('./consent-banner.tsx').then(
			(fetched) => setBanner(() => fetched.ConsentBanner),
			() => undefined,
		)
	}, [])
	return Banner === null ? null : <Banner />
}

/**
 * Tells our own server that a page was shown: its path, and nothing else. No cookie and no referrer go with it (an address
 * can hold a token), and what comes of it is nobody's concern.
 */
function report(path: string): void {
	const choice = currentChoice()
	const silent =
		isSo(['page-views-off']) ||
		browserObjects() ||
		choice === 'no' ||
		(isSo(['page-views-consented']) && choice !== 'yes')
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
