import type { ReactNode } from 'react'
import type { Category, ShelfProduct } from '#shared/catalogue-schema.ts'
import { cloth } from './category-colours.tsx'
import { ComingSoonStrip } from './coming-soon-strip.tsx'
import { FeatureCard } from './feature-card.tsx'
import { GuideLinks } from './guide-links.tsx'
import { GuideList } from './guide-list.tsx'
import { ShelfLinks } from './shelf-links.tsx'

interface ShelfProps {
	title: ReactNode
	intro: string
	/** The category on whose colour the title is shown. */
	category?: Category
	products: readonly ShelfProduct[]
	/** The filters to offer if the list is long enough to be searched. */
	filters: readonly ('category' | 'price')[]
	/** Released products that this page does not list. */
	others: { title: string; note?: ReactNode; products: readonly ShelfProduct[] }
	/** Shown between the released products and those that are coming soon. */
	children?: ReactNode
}

/** A page that lists some of the products. */
export function Shelf({ title, intro, category, products, filters, others, children }: ShelfProps) {
	return (
		<>
			<div className="page-width pt-4 lg:pt-6">
				<ShelfLinks />
			</div>
			<div className={category === undefined ? '' : `band ${cloth[category]}`}>
				<div
					className={`page-width pt-7 lg:pt-10 ${category === undefined ? 'pb-7 lg:pb-10' : 'pb-17 lg:pb-24'}`}
				>
					<h1 className="text-hero">{title}</h1>
					<p className={`mt-4 max-w-measure text-lead ${category === undefined ? 'text-soft' : ''}`}>
						{intro}
					</p>
				</div>
			</div>
			<div className="page-width">
				<Products products={products} filters={filters}>
					{children}
				</Products>
				<GuideLinks {...others} />
			</div>
		</>
	)
}

/** Up to this many products are shown with a summary of their contents. */
const mostFeatures = 2

function Products({ products, filters, children }: Pick<ShelfProps, 'products' | 'filters' | 'children'>) {
	const released = products.filter(({ comingSoon }) => !comingSoon)
	if (released.length > mostFeatures || products.length > 2 * mostFeatures + 1) {
		return (
			<>
				<GuideList products={products} heading="h2" filters={filters} />
				{children}
			</>
		)
	}
	const features = released.length > 0 ? released : products.slice(0, mostFeatures)
	const rest = products.filter((product) => !features.includes(product))
	return (
		<>
			<div className="features">
				{features.map((product, index) => (
					<FeatureCard key={product.id} product={product} alone={features.length === 1} first={index === 0} />
				))}
			</div>
			{children}
			{rest.length === 0 ? null : (
				<div className="mt-10 lg:mt-14">
					<ComingSoonStrip products={rest} heading="h2" stacked={rest.length === 1} />
				</div>
			)}
		</>
	)
}
