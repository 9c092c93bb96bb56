import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { bundleIn } from '#shared/bundle-id.ts'
import type { OfferedBundle } from '#shared/shop-state.ts'
import { useAuth } from '#web/session/auth-provider.tsx'
import { BundleOffer, toastWithdrawn } from './bundle-offer.tsx'
import { useOwnedIds } from './owned.ts'

interface BundleOffersProps {
	bundles: readonly OfferedBundle[]
	/** The id of the guide on whose page the bundles are offered, if it is a guide's page. */
	guideId?: string
}

/** Offers bundles. The styles don't show their prices to a user until it is known which guides the user has. */
export function BundleOffers({ bundles, guideId }: BundleOffersProps) {
	const { loading } = useAuth()
	const ids = useOwnedIds()
	const owned = loading ? null : ids

	const { hash } = useLocation()
	const named = bundleIn(hash)
	const isWithdrawn = named !== null && bundles.every(({ id }) => id !== named)
	useEffect(() => {
		if (isWithdrawn) toastWithdrawn()
	}, [isWithdrawn])

	return (
		<div className="bundles" data-checked={owned === null ? undefined : ''}>
			{bundles.map((bundle) => (
				<BundleOffer key={bundle.id} bundle={bundle} guideId={guideId} owned={owned} />
			))}
		</div>
	)
}
