import type { ShelfProduct } from '#shared/catalogue-schema.ts'
import { ProductCard } from './product-card.tsx'

interface ResourceGridProps {
	products: readonly ShelfProduct[]
	heading: 'h2' | 'h3'
}

/** Products side by side: three on wide screens, with hairlines between the rows. */
export function ResourceGrid({ products, heading }: ResourceGridProps) {
	return (
		<ul className="grid gap-x-12 sm:grid-cols-2 lg:grid-cols-3">
			{products.map((product) => (
				<li key={product.id} className="border-t border-rule pt-6 pb-8 sm:pt-8 sm:pb-12">
					<ProductCard product={product} heading={heading} />
				</li>
			))}
		</ul>
	)
}
