import { useEffect, useId, useRef, useState } from 'react'
import { href, Link } from 'react-router'
import type { ShelfProduct } from '#shared/catalogue-schema.ts'
import { call } from '#web/session/call.ts'
import { numberIn, textIn } from '#web/session/read-fields.ts'
import { toastFailure } from '#web/session/toasts.tsx'
import { Button } from '#web/ui/button.tsx'
import { toast } from '#web/ui/toast.ts'
import { useForm } from '#web/ui/use-form.ts'
import './own-review.css'

export interface OwnReviewProps {
	product: ShelfProduct
}

interface Review {
	rating: number
	body: string
	hiddenReason: string | null
}

/** The review of a visitor who has the guide, or the form to write it. Shows nothing until it is known which. */
export function OwnReview({ product }: OwnReviewProps) {
	const [review, setReview] = useState<Review | null | undefined>(undefined)
	const [isEditing, setIsEditing] = useState(false)
	const heading = useRef<HTMLHeadingElement>(null)
	useEffect(() => {
		void readOwnReview(product.id).then(setReview)
	}, [product.id])

	// The control that was pressed is gone afterwards.
	function show(editing: boolean) {
		setIsEditing(editing)
		heading.current?.focus()
	}

	function finish(written: Review) {
		setReview(written)
		show(false)
	}

	if (review === undefined) return null
	return (
		<section aria-label="Your review" className="own-review" data-written={review !== null || undefined}>
			<h3 ref={heading} tabIndex={-1} className="text-subheading">
				{review === null ? 'You have this guide. What do you think of it?' : 'Your review'}
			</h3>
			{review !== null && !isEditing ? (
				<WrittenReview review={review} onEdit={() => show(true)} />
			) : (
				<ReviewForm product={product} review={review} onWritten={finish} onCancel={() => show(false)} />
			)}
		</section>
	)
}

function WrittenReview({ review, onEdit }: { review: Review; onEdit: () => void }) {
	const { rating, body, hiddenReason } = review
	return (
		<>
			<p className="mt-2">
				<span className="stars" data-stars={rating} role="img" aria-label={`${rating} out of 5 stars`} />
			</p>
			{body === '' ? null : (
				<p dir="auto" className="review-text">
					{body}
				</p>
			)}
			{hiddenReason === null ? null : (
				<p className="margin-note mt-3">
					We have hidden it. The reason: {hiddenReason}. If you disagree,{' '}
					<Link to={href('/contact')} className="link">
						write to us
					</Link>
					.
				</p>
			)}
			<Button variant="secondary" size="small" className="mt-4" onClick={onEdit}>
				Edit your review
			</Button>
		</>
	)
}

const longestBody = 1000
const ratings = [1, 2, 3, 4, 5]

interface ReviewFormProps {
	product: ShelfProduct
	review: Review | null
	onWritten: (review: Review) => void
	onCancel: () => void
}

function ReviewForm({ product, review, onWritten, onCancel }: ReviewFormProps) {
	const [rating, setRating] = useState(review?.rating ?? 0)
	const [body, setBody] = useState(review?.body ?? '')
	const [isMissing, setIsMissing] = useState(false)
	const noteId = useId()
	const { busy, form } = useForm(async () => {
		const isNew = review === null
		if (!(await saveReview(product.id, { rating, body, isNew }))) return
		onWritten({ rating, body: body.trim(), hiddenReason: review?.hiddenReason ?? null })
	})
	return (
		<form {...form} className="mt-4 grid max-w-measure gap-5">
			<fieldset>
				<legend className="text-label font-semibold font-display">Your rating</legend>
				<div className="star-choice">
					{ratings.map((value) => (
						<label key={value}>
							<input
								type="radio"
								name="rating"
								value={value}
								checked={rating === value}
								required
								aria-label={value === 1 ? '1 star' : `${value} stars`}
								aria-describedby={isMissing ? noteId : undefined}
								onInvalid={(event) => {
									event.preventDefault()
									setIsMissing(true)
									if (value === 1) event.currentTarget.focus()
								}}
								onChange={() => {
									setRating(value)
									setIsMissing(false)
								}}
							/>
							<span aria-hidden="true" data-filled={value <= rating || undefined} />
						</label>
					))}
					<span className="figures font-display text-label">{rating === 0 ? '' : `${rating} out of 5`}</span>
				</div>
				{isMissing ? (
					<p id={noteId} className="margin-note text-brick">
						Please choose one to five stars.
					</p>
				) : null}
			</fieldset>
			<div className="grid gap-1.5">
				<label htmlFor={`${noteId}-body`} className="text-label font-semibold">
					What should others know about it? (optional)
				</label>
				<textarea
					id={`${noteId}-body`}
					name="body"
					dir="auto"
					rows={5}
					maxLength={longestBody}
					value={body}
					onChange={(event) => setBody(event.currentTarget.value)}
					aria-describedby={`${noteId}-count ${noteId}-shown`}
					className="w-full rounded-control border border-edge bg-sheet px-3.5 py-2.5 text-body focus-visible:outline-offset-2"
				/>
				<p id={`${noteId}-count`} className="margin-note figures">
					{body.length.toLocaleString('en-GB')} of 1,000 characters
				</p>
				<p id={`${noteId}-shown`} className="margin-note">
					Everyone can read it. We show your first name, the month and that you{' '}
					{product.isFree ? 'have it free' : 'bought it'}; later also if you change the review
					{product.isFree ? '' : ' or are refunded'}. Nothing else about you.
				</p>
			</div>
			<div className="flex flex-wrap gap-3">
				<Button type="submit" aria-disabled={busy || undefined}>
					{busy ? 'Saving...' : review === null ? 'Publish your review' : 'Save your review'}
				</Button>
				{review === null ? null : (
					<Button variant="quiet" onClick={onCancel}>
						Cancel
					</Button>
				)}
			</div>
		</form>
	)
}

/** Returns the visitor’s review; null if there is none. Undefined if the server did not say. */
async function readOwnReview(catalogueId: string): Promise<Review | null | undefined> {
	const { answer } = await call('/rest/v1/reviews', (supabase) =>
		supabase
			.from('reviews')
			.select('rating, body, hidden_reason')
			.eq('catalogue_id', catalogueId)
			.maybeSingle(),
	)
	if (answer === null || answer.error !== null) return undefined
	const rating = numberIn(answer.data, 'rating')
	if (rating === null) return null
	return {
		rating,
		body: textIn(answer.data, 'body') ?? '',
		hiddenReason: textIn(answer.data, 'hidden_reason'),
	}
}

interface Written {
	rating: number
	body: string
	isNew: boolean
}

async function saveReview(catalogueId: string, { rating, body, isNew }: Written): Promise<boolean> {
	const { answer, failure } = await call('/rest/v1/reviews', (supabase) => {
		const reviews = supabase.from('reviews')
		return isNew
			? reviews.insert({ catalogue_id: catalogueId, rating, body })
			: reviews.update({ rating, body }).eq('catalogue_id', catalogueId)
	})
	if (answer?.error === null) {
		const description = 'It takes a few seconds to appear on this page for everyone.'
		if (isNew) toast.success('Thank you for your review', { description })
		else toast.success('Your review is saved', { description })
		return true
	}
	// Written in another tab meanwhile.
	if (isNew && answer?.error.code === '23505')
		return await saveReview(catalogueId, { rating, body, isNew: false })
	toastFailure('Your review wasn’t saved', failure, 'Please try again in a moment.')
	return false
}
