import type { ShelfProduct } from '#shared/catalogue-schema.ts'
import { formatPounds } from '#shared/money.ts'
import { useIsOwned } from '#web/shop/owned.ts'
import { ProductAction } from '#web/shop/product-action.tsx'

/** The price and the button. On a phone they stay at the bottom of the screen. */
export function PurchasePanel({ product }: { product: ShelfProduct }) {
	return (
		<div className="purchase-panel">
			<PriceOrOwned product={product} />
			<ProductAction product={product} variant="page" />
		</div>
	)
}

/** Shows no price to a user who has the guide. */
function PriceOrOwned({ product }: { product: ShelfProduct }) {
	const owned = useIsOwned(product.id)
	if (owned) {
		return <p className="font-display font-semibold">{product.isFree ? 'Acquired' : 'Already Purchased'}</p>
	}
	return (
		<p className="figures font-display leading-tight">
			<strong className="text-heading font-bold">{priceWords(product)}</strong>
			{product.isFree || product.pricePence === null ? null : (
				<span className="text-label text-soft">, once</span>
			)}
		</p>
	)
}

function priceWords({ isFree, pricePence }: ShelfProduct): string {
	if (isFree) return 'Free'
	return pricePence === null ? 'No price yet' : formatPounds(pricePence)
}
