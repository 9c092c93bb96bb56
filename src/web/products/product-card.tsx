import { type ReactNode, useState } from 'react'
import { href, useViewTransitionState } from 'react-router'
import type { ShelfProduct } from '#shared/catalogue-schema.ts'
import { detailPath } from '#shared/paths.ts'
import { Rating } from '#web/reviews/rating.tsx'
import { useIsOwned } from '#web/shop/owned.ts'
import { ProductAction } from '#web/shop/product-action.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { CategoryMark } from './category-colours.tsx'
import { downloadsFact, pagesFact, priceText } from './facts.ts'
import { PagesPicture } from './product-cover.tsx'

interface ProductCardProps {
	product: ShelfProduct
	/** The heading's level, one below that of the heading above the card. */
	heading: 'h2' | 'h3'
}

/** A released product in a list. On a phone, title and facts are beside the picture; in columns they are below it. */
export function ProductCard({ product, heading: Heading }: ProductCardProps) {
	const { isOpening, open } = useOpening(product)
	const titleId = `product-${product.id}-title`
	return (
		<article
			id={`product-${product.id}`}
			aria-labelledby={titleId}
			className="grid h-full scroll-mt-32 sm:scroll-mt-8 grid-cols-[min(4.375rem,27%)_minmax(0,1fr)] grid-rows-[auto_1fr_auto_auto] gap-x-[min(1.25rem,7%)] sm:grid-cols-[min(8rem,40%)_minmax(0,1fr)] sm:gap-x-5 sm:grid-rows-[auto_auto_1fr_auto]"
		>
			<div
				className={`col-start-1 row-start-1 row-span-2 self-start sm:row-span-1 ${isOpening ? 'moving-cover' : ''}`}
			>
				<PagesPicture product={product} />
			</div>
			<CardFacts product={product} />
			<Heading
				id={titleId}
				className="text-[1.1875rem] leading-snug max-sm:col-start-2 max-sm:row-start-1 sm:col-span-2 sm:mt-5 sm:text-subheading"
			>
				{product.title}
			</Heading>
			<p className="col-span-2 mt-2.5 text-label leading-[1.4] text-soft sm:mt-2 sm:text-[1rem] sm:leading-normal">
				{product.description}
			</p>
			<div className="col-span-2 mt-3 flex flex-wrap gap-3 *:grow max-sm:*:min-h-11 max-sm:*:py-1.5 sm:mt-5">
				<CardActions product={product} onOpen={open} />
			</div>
		</article>
	)
}

/**
 * Lets a card's cover grow into the cover of the product's page, or that beside the form to sign in. If there are several cards of
 * one product, only the one that was pressed does so.
 */
export function useOpening(product: ShelfProduct): { isOpening: boolean; open: () => void } {
	const [isPressed, setPressed] = useState(false)
	const isOpeningPage = useViewTransitionState(detailPath(product) ?? '')
	const isSigningIn = useViewTransitionState(href('/auth'))
	return { isOpening: isPressed && (isOpeningPage || isSigningIn), open: () => setPressed(true) }
}

interface CardActionsProps {
	product: ShelfProduct
	onOpen: () => void
}

export function CardActions({ product, onOpen }: CardActionsProps) {
	const path = detailPath(product)
	return (
		<>
			<ProductAction product={product} variant="card" onPress={onOpen} />
			{path === undefined ? null : (
				<ButtonLink to={path} variant="secondary" viewTransition onClick={onOpen}>
					Details<span className="sr-only"> of {product.title}</span>
				</ButtonLink>
			)}
		</>
	)
}

/** The main facts about a product. It leaves out missing figures. */
export function CardFacts({ product }: { product: ShelfProduct }) {
	const facts = [product.readingTime, pagesFact(product), downloadsFact(product)]
	return (
		<ul className="card-facts col-start-2 row-start-2 content-start max-sm:mt-2 sm:row-start-1 sm:self-end">
			<li className="text-ink">
				<CategoryMark category={product.category} />
			</li>
			<li className="text-ink empty:hidden">
				<PriceBadge product={product} />
			</li>
			{facts.map((fact) => (fact ? <li key={fact}>{fact}</li> : null))}
			<Rating as="li" product={product} />
		</ul>
	)
}

/** Shows FREE, the price, or "Acquired"; nothing if no price has been set. */
function PriceBadge({ product }: { product: ShelfProduct }) {
	const owned = useIsOwned(product.id)
	if (owned) {
		return (
			<Stamp className="border-ink bg-ink text-paper">
				<Icon name="check" size={14} strokeWidth={3} />
				Acquired
			</Stamp>
		)
	}
	if (product.isFree) return <Stamp className="border-ink">FREE</Stamp>
	if (product.pricePence === null) return null
	return <Stamp className="border-ink figures">{priceText(product)}</Stamp>
}

function Stamp({ className, children }: { className: string; children: ReactNode }) {
	return (
		<span
			className={`inline-flex items-center gap-1 rounded-[2px] border px-2 py-0.5 font-display text-note font-bold leading-tight ${className}`}
		>
			{children}
		</span>
	)
}
