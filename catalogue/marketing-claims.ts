import { creatorStory } from './creator-story.ts'
import { downloadsClaim, type MarketingClaimId, ratingClaim } from './marketing-claim-id.ts'
import { shelf } from './shelf.ts'
import { testimonials } from './testimonials.ts'

interface Claim {
	id: MarketingClaimId
	/** What a visitor reads, so that an owner knows what is being confirmed. */
	words: string
}

/**
 * Everything the pages say that only experience could prove: ratings, download counts, what readers said, how it began. A
 * public shop shows those its owner has confirmed as genuine and no others; invented reviews are an offence in the UK
 * (Digital Markets, Competition and Consumers Act 2024, schedule 20).
 */
export const marketingClaims: readonly Claim[] = [
	...shelf.flatMap((product): Claim[] => {
		const { title, rating, downloadCount } = product
		return [
			...(rating === null
				? []
				: [{ id: ratingClaim(product), words: `${title}: ${rating.value} from ${rating.count} ratings` }]),
			...(downloadCount === null
				? []
				: [{ id: downloadsClaim(product), words: `${title}: ${downloadCount} downloads` }]),
		]
	}),
	...testimonials.map(({ id, words, name, who }) => ({ id, words: `${words} (${name}, ${who})` })),
	{ id: 'creator-story', words: creatorStory.join(' ') },
]
