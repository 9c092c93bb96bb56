import { type ReactNode, useCallback, useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { bundleIn } from '#shared/bundle-id.ts'
import type { SiteMarkup } from '#shared/site.ts'
import { ServerMarkup } from '#web/site/server-markup.tsx'

interface BundleOffersProps {
	name: SiteMarkup
	/** The page that contains the offers. */
	path: string
}

/** The offers of bundles, which the server writes. What adapts them to the visitor is loaded only if there are any. */
export function BundleOffers({ name, path }: BundleOffersProps) {
	const [adapted, setAdapted] = useState<ReactNode>(null)
	const onShown = useCallback((offers: HTMLElement | null) => {
		if (offers === null) return
		import('./offered-bundles.tsx').then(
			({ OfferedBundles }) => setAdapted(<OfferedBundles offers={offers} />),
			// The offers are shown as they are. The server refuses to sell a guide twice.
			() => offers.setAttribute('data-checked', ''),
		)
	}, [])

	const { pathname, hash } = useLocation()
	const named = bundleIn(hash) === null ? null : pathname + hash
	useEffect(() => {
		if (named === null) return
		import('./offered-bundles.tsx').then(({ sayIfWithdrawn }) => sayIfWithdrawn(named)).catch(() => undefined)
	}, [named])

	return (
		<>
			<ServerMarkup name={name} path={path} className="bundles" onShown={onShown} />
			{adapted}
		</>
	)
}
