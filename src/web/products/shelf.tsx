import type { ReactNode } from 'react'
import type { ShelfProduct } from '#shared/catalogue-schema.ts'
import { GuideFinder } from './guide-finder.tsx'
import { ResourceGrid } from './resource-grid.tsx'
import { ShelfLinks } from './shelf-links.tsx'

interface ShelfProps {
	title: string
	intro: ReactNode
	products: readonly ShelfProduct[]
	/** The filters to offer. */
	filters: readonly ('category' | 'price')[]
	/** A note beside the last card if that is alone in its row. */
	beside?: ReactNode
}

/** A shorter list needs no search. */
const worthSearching = 3

/** A page that lists some of the products. */
export function Shelf({ title, intro, products, filters, beside }: ShelfProps) {
	return (
		<div className="page-width pt-12 lg:pt-16">
			<ShelfLinks />
			<h1 className="mt-8 text-title">{title}</h1>
			<p className="mt-4 mb-10 max-w-measure text-lead text-soft">{intro}</p>
			{products.length < worthSearching ? (
				<ResourceGrid products={products} heading="h2" beside={beside} />
			) : (
				<GuideFinder products={products} heading="h2" filters={filters} />
			)}
		</div>
	)
}
