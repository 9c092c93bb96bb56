/** Identifies a marketing claim in the setting `CONFIRMED_MARKETING_CLAIMS`. */
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
