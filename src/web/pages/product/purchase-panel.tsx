import { type RefObject, useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import type { ProductToGet } from '#shared/catalogue-schema.ts'
import { priceParts } from '#web/products/facts.ts'
import { linkCodeFor } from '#web/shop/link-code.ts'
import { useIsOwned } from '#web/shop/owned.ts'
import { ProductAction } from '#web/shop/product-action.tsx'
import { WithLinkCode } from '#web/shop/with-link-code.tsx'

/** The price and the button, which stay on the screen wherever the visitor reads. */
export function PurchasePanel({ product }: { product: ProductToGet }) {
	const place = useRef<HTMLDivElement>(null)
	const isAway = useIsAway(place)
	return (
		<div ref={place}>
			<div className={isAway ? 'purchase-panel as-bar' : 'purchase-panel'} data-title={product.shortTitle}>
				<PriceOrOwned product={product} />
				<ProductAction product={product} variant="page" />
			</div>
		</div>
	)
}

/**
 * Returns whether the place of the panel is not wholly on the screen. The panel then leaves it for the bottom of the screen, so the
 * place keeps the panel's height: otherwise the box would move, and the panel would return to it.
 */
function useIsAway(place: RefObject<HTMLElement | null>): boolean {
	const [isAway, setIsAway] = useState(false)
	useEffect(() => {
		const element = place.current
		if (element === null) return
		const observer = new IntersectionObserver(
			([entry]) => {
				if (entry === undefined) return
				const away = entry.intersectionRatio < nearlyWhole
				if (away) element.style.minHeight ||= `${entry.boundingClientRect.height}px`
				else element.style.minHeight = ''
				setIsAway(away)
			},
			{ threshold: nearlyWhole },
		)
		observer.observe(element)
		return () => observer.disconnect()
	}, [place])
	return isAway
}

/** Less than 1, because positions between two pixels are rounded. */
const nearlyWhole = 0.98

/** Shows no price to a user who has the guide. */
function PriceOrOwned({ product }: { product: ProductToGet }) {
	const owned = useIsOwned(product.id)
	const code = linkCodeFor(product, useLocation())
	if (owned) {
		return <p className="font-display font-semibold">{product.isFree ? 'Acquired' : 'Already Purchased'}</p>
	}
	const price = priceParts(product)
	return (
		<p className="figures shrink-0 font-display leading-tight">
			<WithLinkCode productId={product.id} code={code} isBeside>
				<strong className="text-heading font-bold">{price?.amount}</strong>
				<span className="text-label text-soft">{price?.once}</span>
			</WithLinkCode>
		</p>
	)
}
