import { useId } from 'react'
import type { ShelfProduct } from '#shared/catalogue-schema.ts'
import { ProductAction } from '#web/shop/product-action.tsx'
import { CategoryMark } from './category-colours.tsx'
import { PreviewButton } from './preview-button.tsx'
import { PagesPicture } from './product-cover.tsx'
import { TellMeWhen } from './tell-me-when.tsx'

interface ComingSoonStripProps {
	products: readonly ShelfProduct[]
	/** The level of the strip's own heading. */
	heading: 'h2' | 'h3'
	/** Stacks the products even on a wide screen, for a strip beside something else. */
	stacked?: boolean
}

/**
 * The products that are coming soon. They are a row that scrolls sideways on a phone, a stack on a tablet and columns on wider
 * screens.
 */
export function ComingSoonStrip({ products, heading: Heading, stacked = false }: ComingSoonStripProps) {
	const titleId = useId()
	return (
		<section aria-labelledby={titleId} className="border-t border-rule pt-4 sm:pt-8">
			<div className="flex flex-wrap items-baseline gap-x-4 gap-y-1">
				<Heading id={titleId} className="text-subheading">
					Coming soon
				</Heading>
				<p className="margin-note">Unfinished, so no price yet.</p>
			</div>
			<ul
				className={`swipe-row mt-3 sm:mt-5 sm:gap-x-12 sm:gap-y-6 ${stacked ? 'lg:gap-y-5' : 'lg:grid-cols-3'}`}
			>
				{products.map((product) => (
					<li key={product.id} className="@container">
						<ComingSoonCard product={product} heading={Heading === 'h2' ? 'h3' : 'h4'} />
					</li>
				))}
			</ul>
		</section>
	)
}

interface ComingSoonCardProps {
	product: ShelfProduct
	heading: 'h3' | 'h4'
}

/**
 * A product that is coming soon: its cover, and beside it what the product will be about. If there is room, its buttons are
 * beside both.
 */
function ComingSoonCard({ product, heading: Heading }: ComingSoonCardProps) {
	const titleId = `product-${product.id}-title`
	return (
		<article
			id={`product-${product.id}`}
			aria-labelledby={titleId}
			className="grid h-full scroll-mt-32 grid-cols-[min(4.375rem,27%)_minmax(0,1fr)] grid-rows-[1fr_auto] @min-[36rem]:grid-cols-[4.375rem_minmax(0,1fr)_auto] gap-x-[min(1.25rem,7%)] sm:scroll-mt-8"
		>
			<div className="self-start">
				<PagesPicture product={product} />
			</div>
			<div>
				<CategoryMark category={product.category} />
				<Heading id={titleId} className="mt-1 text-[1.0625rem] leading-snug font-bold">
					{product.title}
				</Heading>
				<p className="mt-1.5 text-label leading-snug text-soft sm:text-[1rem] sm:leading-snug">
					{product.description}
				</p>
			</div>
			<div className="col-span-2 mt-3 flex flex-wrap gap-2 *:grow max-sm:*:px-2 sm:mt-4 @min-[36rem]:col-span-1 @min-[36rem]:mt-0 @min-[36rem]:flex-col @min-[36rem]:flex-nowrap @min-[36rem]:*:grow-0">
				<ComingSoonActions product={product} />
			</div>
		</article>
	)
}

export function ComingSoonActions({ product }: { product: ShelfProduct }) {
	return (
		<>
			<ProductAction product={product} variant="card" />
			<TellMeWhen product={product} />
			<PreviewButton product={product} />
		</>
	)
}
