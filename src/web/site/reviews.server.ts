import type { ReviewSummary } from '#shared/shop-state.ts'
import { shopState } from './shop.server.ts'

/** Returns the reviews that a guide's page shows; null if it has none. Only the loader of its page calls it. */
export function reviewsOf(productId: string): ReviewSummary | null {
	return shopState().reviews.find(({ catalogue_id: id }) => id === productId) ?? null
}
