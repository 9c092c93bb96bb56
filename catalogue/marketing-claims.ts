import { creatorStory } from './creator-story.ts'
import { downloadsClaim, type MarketingClaimId, ratingClaim } from './marketing-claim-id.ts'
import { shelf } from './shelf.ts'
import { testimonials } from './testimonials.ts'

interface Claim {
	id: MarketingClaimId
	/** What visitors read. The owner sees it when confirming the claim. */
	text: string
}

/**
 * Every marketing claim: ratings, download counts, testimonials and how the shop began. A public shop shows only those that
 * its owner has confirmed as genuine, because invented reviews are an offence in the UK (Digital Markets, Competition and
 * Consumers Act 2024, schedule 20).
 */
export const marketingClaims: readonly Claim[] = [
	...shelf.flatMap((product): Claim[] => {
		const { title, rating, downloadCount } = product
		return [
			...(rating === null
				? []
				: [{ id: ratingClaim(product), text: `${title}: ${rating.value} from ${rating.count} ratings` }]),
			...(downloadCount === null
				? []
				: [{ id: downloadsClaim(product), text: `${title}: ${downloadCount} downloads` }]),
		]
	}),
	...testimonials.map(({ id, quote, name, who }) => ({ id, text: `${quote} (${name}, ${who})` })),
	{ id: 'creator-story', text: creatorStory.join(' ') },
]
