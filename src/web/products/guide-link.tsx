import { href, Link } from 'react-router'
import type { ShelfProduct } from '#shared/catalogue-schema.ts'
import { detailPath } from '#shared/paths.ts'
import { priceFact } from '#web/products/facts.ts'
import { PagesPicture } from '#web/products/product-cover.tsx'
import { useIsOwned } from '#web/shop/owned.ts'

interface GuideLinkProps {
	product: ShelfProduct
	/** Says why a visitor may want the guide. */
	why?: string
}

/** Links to a guide by its cover, title and reading time, with its price unless the visitor owns it. */
export function GuideLink({ product, why }: GuideLinkProps) {
	const priceOrYours = useIsOwned(product.id) ? 'Yours' : priceFact(product)
	return (
		<Link
			to={detailPath(product) ?? href('/')}
			viewTransition
			className="group grid grid-cols-[min(5.5rem,28%)_minmax(0,1fr)] items-center gap-[min(1.5rem,7%)]"
		>
			<PagesPicture product={product} />
			<span>
				{why === undefined ? null : <span className="mb-1 block text-soft">{why}</span>}
				<span className="block font-display text-[1.1875rem] leading-snug font-bold tracking-[-0.018em] underline-offset-4 group-hover:underline">
					{product.title}
				</span>
				<span className="figures mt-1.5 block font-display text-label text-soft">
					{[product.readingTime, priceOrYours].filter(Boolean).join(' · ')}
				</span>
			</span>
		</Link>
	)
}
