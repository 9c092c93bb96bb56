import type { ReactNode } from 'react'
import { GuideList, type GuideListProps } from './guide-list.tsx'
import { ShelfLinks } from './shelf-links.tsx'

interface ShelfProps extends Omit<GuideListProps, 'heading'> {
	title: string
	intro: ReactNode
}

/** A page that lists some of the products. */
export function Shelf({ title, intro, products, filters, beside }: ShelfProps) {
	return (
		<div className="page-width pt-12 lg:pt-16">
			<ShelfLinks />
			<h1 className="mt-8 text-title">{title}</h1>
			<p className="mt-4 mb-10 max-w-measure text-lead text-soft">{intro}</p>
			<GuideList products={products} heading="h2" filters={filters} beside={beside} />
		</div>
	)
}
