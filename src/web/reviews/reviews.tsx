import { type ComponentType, type ReactNode, useEffect, useState } from 'react'
import { Link } from 'react-router'
import type { ProductToGet } from '#shared/catalogue-schema.ts'
import { productPath } from '#shared/paths.ts'
import { useAuth } from '#web/session/auth-provider.tsx'
import { signInPath } from '#web/session/sign-in-paths.ts'
import { useIsOwned } from '#web/shop/owned.ts'
import { Prerendered } from '#web/site/prerendered.tsx'
import { MoreReviews } from './more-reviews.tsx'
import type { OwnReviewProps } from './own-review.tsx'

interface ReviewsProps {
	product: ProductToGet
	/** The newest reviews with their summary. Undefined if the document contains them, as for the policy. */
	newest: ReactNode
	/** Where reviews come from, and when one is hidden. */
	policy: ReactNode
	/** The serial of the last of the newest reviews, if there are more. */
	moreAfter: number | null
}

/** Shows the reviews of a guide: the newest and, on request, more. */
export function Reviews({ product, newest, policy, moreAfter }: ReviewsProps) {
	return (
		<>
			<OwnReviewWhenSignedIn product={product} />
			<p className="signed-out-only scripts-only mb-6">
				{'Do you have this guide? '}
				<Link to={signInPath(productPath(product))} className="link">
					Sign in
				</Link>
				{' to review it.'}
			</p>
			<div className="reviews">
				<Prerendered name="reviews">{newest}</Prerendered>
				{moreAfter === null ? null : <MoreReviews catalogueId={product.id} after={moreAfter} />}
				<Prerendered name="review-policy">{policy}</Prerendered>
			</div>
		</>
	)
}

/**
 * Shows the visitor's own review, which is loaded once the visitor is known. They can remove it even if they no longer have the
 * guide.
 */
function OwnReviewWhenSignedIn({ product }: Pick<ReviewsProps, 'product'>) {
	const isSignedIn = useAuth().user !== null
	const owned = useIsOwned(product.id)
	const [OwnReview, setOwnReview] = useState<ComponentType<OwnReviewProps> | null>(null)
	useEffect(() => {
		if (!isSignedIn) return
		// A failure is ignored. `lazyImport` would reload the page, although the visitor has asked for nothing.
		import('./own-review.tsx').then(
			(loaded) => setOwnReview(() => loaded.OwnReview),
			() => undefined,
		)
	}, [isSignedIn])
	return isSignedIn && OwnReview !== null ? <OwnReview product={product} owned={owned} /> : null
}
