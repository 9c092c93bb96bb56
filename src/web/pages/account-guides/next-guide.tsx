import { Link } from 'react-router'
import { shelf } from '#catalogue/shelf.ts'
import type { ShelfProduct } from '#shared/catalogue-schema.ts'
import { priceFact } from '#web/products/facts.ts'
import { detailPath } from '#web/products/find-product.ts'
import { PagesPicture } from '#web/products/product-cover.tsx'
import type { OwnedGuide } from './read-guides.ts'

/** The first guide that the user doesn’t have. In columns it is shown only if it completes a row. */
export function NextGuide({ taken }: { taken: readonly Pick<OwnedGuide, 'product'>[] }) {
	const next = shelf.find(
		(product) => !product.comingSoon && taken.every((guide) => guide.product?.id !== product.id),
	)
	if (next === undefined) return null
	return (
		<li className="next-guide border-t border-rule py-7">
			<p className="mb-4 font-display text-label font-semibold text-soft">Not yours yet</p>
			<GuideLink product={next} />
		</li>
	)
}

/** Links to a guide the user may want next. */
export function GuideLink({ product }: { product: ShelfProduct }) {
	return (
		<Link
			to={detailPath(product) ?? '/'}
			className="group grid grid-cols-[min(5.5rem,28%)_minmax(0,1fr)] items-center gap-[min(1.5rem,7%)]"
		>
			<PagesPicture product={product} />
			<span>
				<span className="block font-display text-[1.1875rem] leading-snug font-bold tracking-[-0.018em] underline-offset-4 group-hover:underline">
					{product.title}
				</span>
				<span className="figures mt-1.5 block font-display text-label text-soft">
					{[product.readingTime, priceFact(product)].filter(Boolean).join(' · ')}
				</span>
			</span>
		</Link>
	)
}
