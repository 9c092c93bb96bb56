import { type ComponentType, useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { isPartShown } from '#web/site/site-settings.ts'
import { browserObjects, currentChoice } from './choice.ts'
import { reportView } from './report.ts'

/** Reports each page view. Asks first if the owner's analytics service needs consent. */
export function PageViews() {
	const { pathname } = useLocation()
	const [Banner, setBanner] = useState<ComponentType | null>(null)
	useEffect(() => reportView(pathname), [pathname])
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
