/** What is said of the shop by others, each by the stable name its owner confirms it by (setting `CONFIRMED_MARKETING_CLAIMS`). */
export type MarketingClaimId =
	| `rating-${string}`
	| `downloads-${string}`
	| `testimonial-${number}`
	| 'creator-story'

export function ratingClaim({ slug }: { slug: string }): MarketingClaimId {
	return `rating-${slug}`
}

export function downloadsClaim({ slug }: { slug: string }): MarketingClaimId {
	return `downloads-${slug}`
}
