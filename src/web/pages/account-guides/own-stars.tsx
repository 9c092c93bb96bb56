import { lazy, Suspense, useState } from 'react'
import { keepDraft, readDraft } from '#web/reviews/review-draft.ts'
import { useAuth } from '#web/session/auth-provider.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { LoadingRow, orNotLoaded } from '#web/ui/later-part.tsx'
import type { OwnedGuide } from './read-guides.ts'

const OwnReview = lazy(() =>
	orNotLoaded(async () => {
		const { OwnReview } = await import('#web/reviews/own-review.tsx')
		return { default: OwnReview }
	}),
)

/** The user's stars for a guide. Pressing one opens the review below, with as many stars. */
export function OwnStars({ guide: { product, name, isWithdrawn, rating } }: { guide: OwnedGuide }) {
	const [isOpen, setIsOpen] = useState(false)
	const { user } = useAuth()
	if (product === undefined || isWithdrawn || user === null) return null
	function open(stars: number) {
		if (product === undefined || user === null) return
		if (rating === null)
			keepDraft(user.id, product.slug, { rating: stars, body: readDraft(user.id, product.slug)?.body ?? '' })
		setIsOpen(true)
	}
	if (isOpen)
		return (
			<div className="mt-4">
				<Suspense fallback={<LoadingRow what="your review" />}>
					<OwnReview product={product} owned />
				</Suspense>
			</div>
		)
	return (
		<fieldset className="own-stars">
			<legend className="sr-only">
				{rating === null ? `Your review of ${name}` : `Your review of ${name}: ${rating} out of 5 stars`}
			</legend>
			{[1, 2, 3, 4, 5].map((stars) => (
				<button
					key={stars}
					type="button"
					aria-label={rating === null ? `Give ${stars} of 5 stars` : `See your review (star ${stars})`}
					data-filled={stars <= (rating ?? 0) || undefined}
					onClick={() => open(stars)}
				>
					<Icon name="star" size={22} filled={stars <= (rating ?? 0)} />
				</button>
			))}
			<span aria-hidden="true" className="margin-note">
				{rating === null ? 'What do you think of it?' : 'Your review'}
			</span>
		</fieldset>
	)
}
