import { href, Link } from 'react-router'
import type { ShelfProduct } from '#shared/catalogue-schema.ts'
import { ComingSoonStrip } from './coming-soon-strip.tsx'
import { ProductCard } from './product-card.tsx'

interface ResourceGridProps {
	products: readonly ShelfProduct[]
	heading: 'h2' | 'h3'
}

/**
 * Released products in a grid, with three columns on wide screens. Products that are coming soon are listed beside the last
 * card if it would otherwise be alone in its row. If not, they are listed below the grid.
 */
export function ResourceGrid({ products, heading }: ResourceGridProps) {
	const released = products.filter(({ comingSoon }) => !comingSoon)
	const coming = products.filter(({ comingSoon }) => comingSoon)
	const stacked = released.length % 3 === 1
	return (
		<ul className="grid grid-cols-[minmax(0,1fr)] gap-x-12 sm:grid-cols-2 lg:grid-cols-3">
			{released.map((product) => (
				<li key={product.id} className="border-t border-rule py-4 sm:pt-8 sm:pb-12">
					<ProductCard product={product} heading={heading} />
				</li>
			))}
			{coming.length === 0 ? (
				<li className="beside-card">
					<Missing />
				</li>
			) : (
				<li className={`sm:col-span-2 ${stacked ? '' : 'lg:col-span-3'}`}>
					<ComingSoonStrip products={coming} heading={heading} stacked={stacked} />
				</li>
			)}
		</ul>
	)
}

function Missing() {
	return (
		<>
			<p className="font-display text-subheading font-bold">Not here yet?</p>
			<p className="mt-2 max-w-80 text-[1rem] leading-normal text-soft">
				Tell us what you wish someone had explained to you.{' '}
				<Link to={href('/contact')} className="link">
					Write to us
				</Link>
				. A person reads every message.
			</p>
		</>
	)
}
