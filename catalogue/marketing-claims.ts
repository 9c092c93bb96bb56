import type { Product } from '#shared/catalogue-schema.ts'
import { creatorStory } from './creator-story.ts'
import { catalogue } from './index.ts'
import { downloadsClaim, type MarketingClaimId, ratingClaim } from './marketing-claim-id.ts'
import { type Testimonial, testimonials } from './testimonials.ts'

export interface MarketingClaim {
	id: MarketingClaimId
	/** What visitors read. The owner sees it when confirming the claim. */
	text: string
}

/** What the shop says that may contain claims. */
interface ClaimingTexts {
	products: readonly Pick<Product, 'slug' | 'title' | 'rating' | 'downloadCount'>[]
	testimonials: readonly Testimonial[]
	story: readonly string[]
}

/**
 * Returns every marketing claim: ratings, download counts, testimonials and how the shop began. A public shop shows only those that
 * its owner has confirmed as genuine, because invented reviews are an offence in the UK (Digital Markets, Competition and
 * Consumers Act 2024, schedule 20).
 */
export function claimsIn({ products, testimonials, story }: ClaimingTexts): readonly MarketingClaim[] {
	return [
		...products.flatMap((product): MarketingClaim[] => {
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
		{ id: 'creator-story', text: story.join(' ') },
	]
}

/** The marketing claims of the starter shop. */
export const marketingClaims = claimsIn({ products: catalogue, testimonials, story: creatorStory })
