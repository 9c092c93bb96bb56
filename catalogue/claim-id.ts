/** What is said of the shop by others, each by the stable name its owner confirms it by (setting `CONFIRMED_MARKETING_CLAIMS`). */
export type ClaimId = `rating-${string}` | `downloads-${string}` | `testimonial-${number}` | 'creator-story'

export function ratingClaim({ slug }: { slug: string }): ClaimId {
	return `rating-${slug}`
}

export function downloadsClaim({ slug }: { slug: string }): ClaimId {
	return `downloads-${slug}`
}
