import { type ComponentType, useEffect, useState } from 'react'
import { Link } from 'react-router'
import type { Product } from '#shared/catalogue-schema.ts'
import { productPath } from '#shared/paths.ts'
import { useAuth } from '#web/session/auth-provider.tsx'
import { signInPath } from '#web/session/sign-in-paths.ts'
import { useIsOwned } from '#web/shop/owned.ts'
import { ServerMarkup } from '#web/site/server-markup.tsx'
import type { OwnReviewProps } from './own-review.tsx'

/** Shows the reviews of a guide. The server writes the first ones into the page, and more are loaded on request. */
export function Reviews({ product }: { product: Product }) {
	return (
		<>
			<OwnReviewWhenSignedIn product={product} />
			<p className="signed-out-only scripts-only mb-6">
				Do you have this guide?{' '}
				<Link to={signInPath(productPath(product))} className="link">
					Sign in
				</Link>{' '}
				to review it.
			</p>
			<ServerMarkup
				name={`reviews-${product.slug}`}
				path={productPath(product)}
				className="reviews"
				failure="The reviews couldn’t be loaded. Reload the page to see them."
			/>
		</>
	)
}

/**
 * Shows the visitor's own review, which is loaded once the visitor is known. They can remove it even if they no longer have the
 * guide.
 */
function OwnReviewWhenSignedIn({ product }: { product: Product }) {
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
