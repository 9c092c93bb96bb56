import { lazy, Suspense } from 'react'
import type { ShelfProduct } from '#shared/catalogue-schema.ts'
import { lazyImport } from '#web/ui/lazy-import.ts'
import { ResourceGrid } from './resource-grid.tsx'

interface GuideListProps {
	products: readonly ShelfProduct[]
	/** The level of the cards' headings. */
	heading: 'h2' | 'h3'
	/** The filters to offer if the list is long enough to be searched. */
	filters: readonly ('category' | 'price')[]
}

/** A list of at least this many products has a search. A shorter list is quicker to read than to search. */
const worthSearching = 15

const GuideFinder = lazy(async () => {
	const { GuideFinder } = await lazyImport(() => import('./guide-finder.tsx'))
	return { default: GuideFinder }
})

/** A list of products, with search and filters if it is long. Only a long list loads the code for these. */
export function GuideList({ products, heading, filters }: GuideListProps) {
	if (products.length < worthSearching) {
		return <ResourceGrid products={products} heading={heading} />
	}
	return (
		<Suspense fallback={null}>
			<GuideFinder products={products} heading={heading} filters={filters} />
		</Suspense>
	)
}
