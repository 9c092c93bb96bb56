import type { ShelfProduct } from '#shared/catalogue-schema.ts'
import { priceParts } from '#web/products/facts.ts'
import { useIsOwned } from '#web/shop/owned.ts'
import { ProductAction } from '#web/shop/product-action.tsx'
import { Conditions } from './conditions.tsx'

/** The price and the button. On a phone they stay at the bottom of the screen. */
export function PurchasePanel({ product }: { product: ShelfProduct }) {
	return (
		<div className="purchase-panel">
			<PriceOrOwned product={product} />
			<ProductAction product={product} variant="page" />
		</div>
	)
}

/**
 * Repeats price and button after the questions, for visitors who don't own the guide. Only on a laptop, because on a phone they
 * are always on the screen.
 */
export function ClosingPanel({ product }: { product: ShelfProduct }) {
	if (useIsOwned(product.id)) return null
	return (
		<section aria-label="Price and download, again" className="page-width mt-20 hidden lg:block">
			<div className="flex items-center gap-x-10 border-y-2 border-ink py-8">
				<div className="grow">
					<p className="font-display text-subheading font-bold tracking-[-0.018em]">{product.title}</p>
					<div className="mt-1 max-w-measure">
						<Conditions product={product} />
					</div>
				</div>
				<PriceOrOwned product={product} />
				<ProductAction product={product} variant="page" />
			</div>
		</section>
	)
}

/** Shows no price to a user who has the guide. */
function PriceOrOwned({ product }: { product: ShelfProduct }) {
	const owned = useIsOwned(product.id)
	if (owned) {
		return <p className="font-display font-semibold">{product.isFree ? 'Acquired' : 'Already Purchased'}</p>
	}
	const price = priceParts(product)
	return (
		<p className="figures shrink-0 font-display leading-tight">
			<strong className="text-heading font-bold">{price?.amount}</strong>
			<span className="text-label text-soft">{price?.once}</span>
		</p>
	)
}
