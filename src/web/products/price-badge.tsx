import { Check } from 'lucide-react'
import type { ReactNode } from 'react'
import type { ShelfProduct } from '#shared/catalogue-schema.ts'
import { formatPounds } from '#shared/money.ts'
import { useIsOwned } from '#web/shop/owned.ts'

/** What a product costs this visitor: FREE, its price, or nothing any more. Nothing where no price has been set. */
export function PriceBadge({ product }: { product: ShelfProduct }) {
	const owned = useIsOwned(product.id)
	if (owned) {
		return (
			<Stamp className="border-ink bg-ink text-paper">
				<Check size={14} strokeWidth={3} aria-hidden="true" />
				Acquired
			</Stamp>
		)
	}
	if (product.isFree) return <Stamp className="border-ink">FREE</Stamp>
	if (product.pricePence === null) return null
	return <Stamp className="border-ink figures">{formatPounds(product.pricePence)}</Stamp>
}

function Stamp({ className, children }: { className: string; children: ReactNode }) {
	return (
		<span
			className={`inline-flex items-center gap-1 rounded-[2px] border px-2 py-0.5 font-display text-note font-bold leading-tight ${className}`}
		>
			{children}
		</span>
	)
}
