import type { ReactNode } from 'react'
import { ratingClaim } from '#catalogue/marketing-claim-id.ts'
import type { ShelfProduct } from '#shared/catalogue-schema.ts'
import { ratingFact } from '#web/products/facts.ts'
import { MarketingClaim, SiteOnly } from '#web/site/conditional-content.tsx'
import { siteText } from '#web/site/site-settings.ts'

interface RatingProps {
	product: ShelfProduct
	as?: 'div' | 'li' | 'p' | 'span'
	className?: string
	/** Renders the text of the rating. By default, shows the text alone. */
	children?: (rating: string) => ReactNode
}

/**
 * Shows the average rating in a product's reviews. Until there are reviews, shows the rating that is a marketing claim, if the
 * product has one.
 */
export function Rating({ product, as = 'div', className = '', children = (rating) => rating }: RatingProps) {
	const { slug, comingSoon } = product
	const claimed = ratingFact(product)
	return (
		<>
			{comingSoon ? null : (
				<SiteOnly when={`rated-${slug}`} as={as} className={className}>
					{children(siteText(`rating-${slug}`))}
				</SiteOnly>
			)}
			{claimed === undefined ? null : (
				<MarketingClaim id={ratingClaim(product)} as={as} className={className}>
					{children(claimed)}
				</MarketingClaim>
			)}
		</>
	)
}
