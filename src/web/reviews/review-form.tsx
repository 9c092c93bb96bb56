import { useId, useState } from 'react'
import type { ProductToGet } from '#shared/catalogue-schema.ts'
import { Button } from '#web/ui/button.tsx'
import { useForm } from '#web/ui/use-form.ts'
import { type Draft, keepDraft, readDraft } from './review-draft.ts'
import { type Review, saveReview } from './stored-review.ts'

const longestBody = 1000
const ratings = [1, 2, 3, 4, 5]

interface ReviewFormProps {
	product: ProductToGet
	userId: string
	review: Review | null
	onWritten: (review: Review) => void
	onCancel: () => void
}

/** The form for a review. Its content is stored in this tab until it is saved or cancelled. */
export function ReviewForm({ product, userId, review, onWritten, onCancel }: ReviewFormProps) {
	const [{ rating, body }, setDraft] = useState(
		() => readDraft(userId, product.slug) ?? { rating: review?.rating ?? 0, body: review?.body ?? '' },
	)
	const [isMissing, setIsMissing] = useState(false)
	const noteId = useId()
	const { busy, form } = useForm(async () => {
		const isNew = review === null
		if (!(await saveReview(product.id, { rating, body, isNew }))) return
		onWritten({ rating, body: body.trim(), hiddenReason: review?.hiddenReason ?? null })
	})
	function change(changes: Partial<Draft>) {
		const changed = { rating, body, ...changes }
		setDraft(changed)
		keepDraft(userId, product.slug, changed)
	}

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
									change({ rating: value })
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
					onChange={(event) => change({ body: event.currentTarget.value })}
					aria-describedby={`${noteId}-count ${noteId}-shown`}
					className="w-full rounded-control border border-edge bg-sheet px-3.5 py-2.5 text-body focus-visible:outline-offset-2"
				/>
				<p id={`${noteId}-count`} className="margin-note figures">
					{body.length.toLocaleString('en-GB')} of 1,000 characters
				</p>
				<p id={`${noteId}-shown`} className="margin-note">
					Everyone can read it. We show your first name, the month and that you{' '}
					{product.isFree ? 'have it free' : 'bought it'}. If you change the review
					{product.isFree ? '' : ' or get your money back'}, we show that too. Nothing else about you.
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
