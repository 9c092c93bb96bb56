import type { Product } from '#shared/catalogue-schema.ts'
import { formatPounds } from '#shared/money.ts'
import { ProductAction } from '#web/shop/product-action.tsx'

/** The price and the one button. On a phone it stays at the foot of the screen, within the thumb's reach. */
export function PurchasePanel({ product }: { product: Product }) {
	return (
		<div className="purchase-panel">
			<p className="figures font-display leading-tight">
				<strong className="text-heading font-bold tracking-tight">{priceWords(product)}</strong>
				{product.isFree || product.pricePence === null ? null : (
					<span className="text-label text-soft">, once</span>
				)}
			</p>
			<div className="flex items-center gap-4">
				<ProductAction product={product} variant="page" />
			</div>
		</div>
	)
}

function priceWords({ isFree, pricePence }: Product): string {
	if (isFree) return 'Free'
	return pricePence === null ? 'No price yet' : formatPounds(pricePence)
}
