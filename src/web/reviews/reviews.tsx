import { type ComponentType, useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import type { Product } from '#shared/catalogue-schema.ts'
import { productPath } from '#shared/paths.ts'
import { signInPath } from '#web/session/sign-in-paths.ts'
import { useIsOwned } from '#web/shop/owned.ts'
import { ServerMarkup } from '#web/site/server-markup.tsx'
import { lazyImport } from '#web/ui/lazy-import.ts'
import { toast } from '#web/ui/toast.ts'
import type { OwnReviewProps } from './own-review.tsx'

/** The reviews of a guide. The server writes the first ones into the page, and more are loaded on request. */
export function Reviews({ product }: { product: Product }) {
	const reviews = useRef<HTMLDivElement>(null)
	useEffect(() => {
		const element = reviews.current
		function onClick({ target }: MouseEvent) {
			const button = target instanceof Element ? target.closest<HTMLButtonElement>('[data-more]') : null
			if (button !== null) void showMore(button, product.id)
		}
		element?.addEventListener('click', onClick)
		return () => element?.removeEventListener('click', onClick)
	}, [product.id])
	return (
		<div ref={reviews}>
			<OwnReviewWhenOwned product={product} />
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
		</div>
	)
}

async function showMore(button: HTMLButtonElement, catalogueId: string): Promise<void> {
	try {
		const { showMoreReviews } = await lazyImport(() => import('./show-more-reviews.ts'))
		await showMoreReviews(button, catalogueId)
	} catch {
		toast.error('The reviews couldn’t be loaded', { description: 'Check your connection and try again.' })
	}
}

/** The visitor's own review, loaded once it is known that they have the guide. */
function OwnReviewWhenOwned({ product }: { product: Product }) {
	const owned = useIsOwned(product.id)
	const [OwnReview, setOwnReview] = useState<ComponentType<OwnReviewProps> | null>(null)
	useEffect(() => {
		if (!owned) return
		// A failure is ignored: reloading would take the page away from a visitor who has asked for nothing.
		import('./own-review.tsx').then(
			(loaded) => setOwnReview(() => loaded.OwnReview),
			() => undefined,
		)
	}, [owned])
	return owned && OwnReview !== null ? <OwnReview product={product} /> : null
}
