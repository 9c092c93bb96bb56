import { Link } from 'react-router'
import type { RelatedGuide } from '#catalogue/product-page.ts'
import { priceFact } from '#web/products/facts.ts'
import { detailPath, findProduct } from '#web/products/find-product.ts'
import { PagesPicture } from '#web/products/product-cover.tsx'

/** Links to released guides that go well with this one. */
export function RelatedGuides({ related }: { related: readonly RelatedGuide[] }) {
	return (
		<ul className="grid gap-x-12 gap-y-10 border-t border-rule pt-8 sm:grid-cols-2">
			{related.map(({ slug, why }) => (
				<GuideLink key={slug} product={findProduct(slug)} why={why} />
			))}
		</ul>
	)
}

function GuideLink({ product, why }: { product: ReturnType<typeof findProduct>; why: string }) {
	return (
		<li>
			<Link
				to={detailPath(product) ?? '/'}
				viewTransition
				className="group grid grid-cols-[min(6.5rem,30%)_minmax(0,1fr)] items-center gap-[min(1.5rem,7%)]"
			>
				<PagesPicture product={product} />
				<span>
					<span className="block text-soft">{why}</span>
					<span className="mt-1 block font-display text-subheading font-bold tracking-[-0.018em] underline-offset-4 group-hover:underline">
						{product.title}
					</span>
					<span className="figures mt-2 block font-display text-label text-soft">
						{[product.readingTime, priceFact(product)].filter(Boolean).join(' · ')}
					</span>
				</span>
			</Link>
		</li>
	)
}
