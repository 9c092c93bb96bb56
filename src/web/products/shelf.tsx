import type { ReactNode } from 'react'
import type { Category, ShelfProduct } from '#shared/catalogue-schema.ts'
import { categoryFill } from './category-colours.tsx'
import { ComingSoonStrip } from './coming-soon-strip.tsx'
import { FeatureCard } from './feature-card.tsx'
import { featuresAmong, type Insides } from './features.ts'
import { GuideLinks } from './guide-links.tsx'
import { GuideList } from './guide-list.tsx'
import { ShelfLinks } from './shelf-links.tsx'

interface ShelfProps {
	title: ReactNode
	intro: string
	/** The category on a tint of whose colour the title is shown. */
	category?: Category
	products: readonly ShelfProduct[]
	/** What the products contain that are shown with a summary, by their slugs. */
	insides: Insides
	/** The filters to offer if the list is long enough to be searched. */
	filters: readonly ('category' | 'price')[]
	/** Released products that this page does not list. */
	others: { title: string; note?: ReactNode; products: readonly ShelfProduct[] }
	/** Shown between the released products and those that are coming soon. */
	children?: ReactNode
}

/** A page that lists some of the products. */
export function Shelf({ title, intro, category, products, insides, filters, others, children }: ShelfProps) {
	return (
		<>
			<div className="page-width pt-4 lg:pt-6">
				<ShelfLinks />
			</div>
			<div className={category === undefined ? '' : `band ${categoryFill[category]}`}>
				<div className="shelf-head page-width">
					<h1 className="text-hero">{title}</h1>
					<p className="max-w-measure text-lead">{intro}</p>
				</div>
			</div>
			<div className="page-width">
				<Products products={products} insides={insides} filters={filters}>
					{children}
				</Products>
				<GuideLinks {...others} />
			</div>
		</>
	)
}

type ProductsProps = Pick<ShelfProps, 'products' | 'insides' | 'filters' | 'children'>

function Products({ products, insides, filters, children }: ProductsProps) {
	const features = featuresAmong(products)
	if (features === null) {
		return (
			<>
				<GuideList products={products} heading="h2" filters={filters} />
				{children}
			</>
		)
	}
	const rest = products.filter((product) => !features.includes(product))
	return (
		<>
			<div className="features">
				{features.map((product, index) => (
					<FeatureCard
						key={product.id}
						product={product}
						inside={insides[product.slug] ?? []}
						alone={features.length === 1}
						first={index === 0}
					/>
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
