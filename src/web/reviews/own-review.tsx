import { useEffect, useRef, useState } from 'react'
import { href, Link } from 'react-router'
import type { ProductToGet } from '#shared/catalogue-schema.ts'
import { useAuth } from '#web/session/auth-provider.tsx'
import { Button } from '#web/ui/button.tsx'
import { useBusy } from '#web/ui/use-busy.ts'
import { dropDraft } from './review-draft.ts'
import { ReviewForm } from './review-form.tsx'
import { Stars } from './review-item.tsx'
import { type Review, readOwnReview, removeReview } from './stored-review.ts'
import './own-review.css'

export interface OwnReviewProps {
	product: ProductToGet
	/** Whether the visitor has the guide. After a refund they can only remove their review. */
	owned: boolean
}

/**
 * Shows the visitor's review, or the form to write one if they have the guide. Shows nothing until the review has been looked
 * up.
 */
export function OwnReview({ product, owned }: OwnReviewProps) {
	const [review, setReview] = useState<Review | null | undefined>(undefined)
	const [step, setStep] = useState<'shown' | 'editing' | 'removing'>('shown')
	const heading = useRef<HTMLHeadingElement>(null)
	const userId = useAuth().user?.id ?? ''
	useEffect(() => {
		void readOwnReview(product.id).then(setReview)
	}, [product.id])

	// The control that was pressed disappears, so the focus moves.
	function go(next: typeof step) {
		setStep(next)
		heading.current?.focus()
	}

	function finish(now: Review | null) {
		setReview(now)
		dropDraft(userId, product.slug)
		go('shown')
	}

	function cancel() {
		dropDraft(userId, product.slug)
		go('shown')
	}

	if (review === undefined || (review === null && !owned)) return null
	const isForm = owned && (review === null || step === 'editing')
	return (
		<section aria-label="Your review" className="own-review" data-written={review !== null || undefined}>
			<h3 ref={heading} tabIndex={-1} className="text-subheading">
				{review === null
					? 'You have this guide. What do you think of it?'
					: step === 'removing'
						? 'Remove your review?'
						: 'Your review'}
			</h3>
			{isForm || review === null ? (
				<ReviewForm product={product} userId={userId} review={review} onWritten={finish} onCancel={cancel} />
			) : step === 'removing' ? (
				<Removal
					catalogueId={product.id}
					owned={owned}
					onRemoved={() => finish(null)}
					onCancel={() => go('shown')}
				/>
			) : (
				<WrittenReview
					review={review}
					owned={owned}
					onEdit={() => go('editing')}
					onRemove={() => go('removing')}
				/>
			)}
		</section>
	)
}

interface WrittenReviewProps extends Pick<OwnReviewProps, 'owned'> {
	review: Review
	onEdit: () => void
	onRemove: () => void
}

function WrittenReview({ review, owned, onEdit, onRemove }: WrittenReviewProps) {
	const { rating, body, hiddenReason } = review
	return (
		<>
			<p className="mt-2">
				<Stars rating={rating} />
			</p>
			{body === '' ? null : (
				<p dir="auto" className="review-text">
					{body}
				</p>
			)}
			{hiddenReason === null ? null : (
				<p className="margin-note mt-3">
					We have hidden it. The reason: {hiddenReason}. If you disagree, or want it deleted,{' '}
					<Link to={href('/contact')} className="link">
						write to us
					</Link>
					.
				</p>
			)}
			<div className="mt-4 flex flex-wrap gap-3">
				{owned ? (
					<Button variant="secondary" size="small" onClick={onEdit}>
						Edit your review
					</Button>
				) : null}
				{hiddenReason === null ? (
					<Button variant={owned ? 'quiet' : 'secondary'} size="small" onClick={onRemove}>
						Remove it
					</Button>
				) : null}
			</div>
		</>
	)
}

interface RemovalProps extends Pick<OwnReviewProps, 'owned'> {
	catalogueId: string
	onRemoved: () => void
	onCancel: () => void
}

/** Asks before the review is removed. */
function Removal({ catalogueId, owned, onRemoved, onCancel }: RemovalProps) {
	const [busy, run] = useBusy()
	return (
		<>
			<p className="mt-2 max-w-measure">
				We’ll delete it for good, with its earlier versions and our answer, if there is one.
				{owned ? ' You keep the guide, and you can write a new review whenever you like.' : null}
			</p>
			<div className="mt-4 flex flex-wrap gap-3">
				<Button
					variant="danger"
					size="small"
					aria-disabled={busy || undefined}
					onClick={() =>
						run(async () => {
							if (await removeReview(catalogueId)) onRemoved()
						})
					}
				>
					{busy ? 'Removing...' : 'Remove my review'}
				</Button>
				<Button variant="quiet" size="small" onClick={onCancel}>
					Keep it
				</Button>
			</div>
		</>
	)
}
