import type { ReactNode } from 'react'
import type { Product } from '#shared/catalogue-schema.ts'
import { ResourceGrid } from './resource-grid.tsx'
import { ShelfLinks } from './shelf-links.tsx'

interface ShelfProps {
	title: string
	intro: ReactNode
	products: readonly Product[]
}

/** A part of the catalogue on a page of its own. */
export function Shelf({ title, intro, products }: ShelfProps) {
	return (
		<div className="page-width pt-12 lg:pt-16">
			<ShelfLinks />
			<h1 className="mt-8 text-title">{title}</h1>
			<p className="mt-4 mb-12 max-w-measure text-lead text-soft">{intro}</p>
			<ResourceGrid products={products} heading="h2" />
		</div>
	)
}
