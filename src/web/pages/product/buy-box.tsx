import type { ReactNode } from 'react'
import type { ProductToGet } from '#shared/catalogue-schema.ts'
import type { OfferedBundle } from '#shared/shop-state.ts'
import { BundleOffers } from '#web/shop/bundle-offers.tsx'
import { Prerendered } from '#web/site/prerendered.tsx'
import { Conditions } from './conditions.tsx'
import { PurchasePanel } from './purchase-panel.tsx'

interface BuyBoxProps {
	product: ProductToGet
	bundles: readonly OfferedBundle[]
	/** What is in the download. Undefined if the document contains it. */
	facts: ReactNode
}

/**
 * The buy box: everything that a visitor needs in order to decide. On a laptop it stays in view beside the page; on a phone,
 * price and button stay at the bottom of the screen.
 */
export function BuyBox({ product, bundles, facts }: BuyBoxProps) {
	return (
		<section aria-label="Price and download" className="buy-box">
			<PurchasePanel product={product} />
			<Conditions product={product} />
			<BundleOffers bundles={bundles} guideId={product.id} />
			<Prerendered name="facts">{facts}</Prerendered>
		</section>
	)
}
