import type { Product } from '#shared/catalogue-schema.ts'
import { ProductAction } from '#web/shop/product-action.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { CategoryMark } from './category-mark.tsx'
import { detailPath } from './detail-path.ts'
import { downloadsFact, pagesFact, ratingFact } from './facts.ts'
import { PagesPicture } from './pages-picture.tsx'
import { PreviewButton } from './preview-button.tsx'
import { PriceBadge } from './price-badge.tsx'

interface ProductCardProps {
	product: Product
	/** One below the heading the card stands under. */
	heading: 'h2' | 'h3'
}

/** One entry of the shop's catalogue: its picture with the facts beside it, then title, description and what to do. */
export function ProductCard({ product, heading: Heading }: ProductCardProps) {
	const path = detailPath(product)
	const state = product.comingSoon ? 'Being written, so not on offer yet' : null
	const facts = [state, product.readingTime, pagesFact(product), downloadsFact(product), ratingFact(product)]
	const titleId = `product-${product.id}`
	return (
		<article aria-labelledby={titleId} className="flex h-full flex-col gap-5">
			<div className="grid grid-cols-[9.5rem_1fr] items-end gap-5">
				<PagesPicture product={product} />
				<ul className="figures grid justify-items-start gap-1 font-display text-note text-soft">
					<li className="mb-1 text-ink">
						<CategoryMark category={product.category} />
					</li>
					<li className="mb-1.5 text-ink empty:hidden">
						<PriceBadge product={product} />
					</li>
					{facts.map((fact) => (fact ? <li key={fact}>{fact}</li> : null))}
				</ul>
			</div>
			<div className="grow">
				<Heading id={titleId} className="text-subheading">
					{product.title}
				</Heading>
				<p className="mt-2 text-[1rem] leading-normal text-soft">{product.description}</p>
			</div>
			<div className="flex flex-wrap gap-3 *:grow">
				<ProductAction product={product} variant="card" />
				{path === undefined ? (
					<PreviewButton product={product} />
				) : (
					<ButtonLink to={path} variant="secondary">
						Details<span className="sr-only"> of {product.title}</span>
					</ButtonLink>
				)}
			</div>
		</article>
	)
}
