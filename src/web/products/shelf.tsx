import type { ReactNode } from 'react'
import type { ShelfProduct } from '#shared/catalogue-schema.ts'
import { GuideFinder } from './guide-finder.tsx'
import { ResourceGrid } from './resource-grid.tsx'
import { ShelfLinks } from './shelf-links.tsx'

interface ShelfProps {
	title: string
	intro: ReactNode
	products: readonly ShelfProduct[]
	/** What of the shelf can be narrowed down. */
	filters: readonly ('category' | 'price')[]
	/** A word to the reader, beside a last card that stands alone in its row. */
	beside?: ReactNode
}

/** Fewer are seen at a glance. */
const worthSearching = 3

/** A part of the catalogue on a page of its own. */
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
