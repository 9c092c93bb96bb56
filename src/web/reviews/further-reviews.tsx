import { Fragment, type ReactNode } from 'react'
import type { PublishedReview } from '#shared/published-review.ts'
import { call } from '#web/session/call.ts'
import { field, numberIn, textIn } from '#web/session/read-fields.ts'
import { toastFailure } from '#web/session/toasts.tsx'
import { ReviewItem } from './review-item.tsx'

const pageSize = 50

export interface FurtherReviews {
	items: ReactNode
	/** The serial of the last of them; null if there are no more reviews. */
	last: number | null
}

/** Reads the reviews of a guide that are older than the one with this serial. If that fails, shows why and returns null. */
export async function readFurtherReviews(
	catalogueId: string,
	before: number,
): Promise<FurtherReviews | null> {
	const { answer, failure } = await call('/rest/v1/published_reviews', (supabase) =>
		supabase
			.from('published_reviews')
			.select('serial, rating, body, author_name, acquired, refunded, month, edited, answer')
			.eq('catalogue_id', catalogueId)
			.lt('serial', before)
			.order('serial', { ascending: false })
			.limit(pageSize),
	)
	if (answer === null || answer.error !== null) {
		toastFailure('The reviews couldn’t be loaded', failure, 'Please try again in a moment.')
		return null
	}
	const reviews = answer.data.flatMap((row) => readReview(row) ?? [])
	const last = answer.data.length < pageSize ? null : (reviews.at(-1)?.serial ?? null)
	return {
		last,
		items: (
			<Fragment key={before}>
				{reviews.map((review, index) => (
					<ReviewItem
						key={review.serial}
						review={review}
						ref={last === null && index === 0 ? takeLostFocus : undefined}
					/>
				))}
			</Fragment>
		),
	}
}

/** Moves the focus to a review if the button that had it has disappeared. */
function takeLostFocus(review: HTMLElement | null): void {
	if (document.activeElement === document.body) review?.focus()
}

function readReview(row: unknown): PublishedReview | null {
	const [serial, rating] = [numberIn(row, 'serial'), numberIn(row, 'rating')]
	const [body, author_name, month] = [textIn(row, 'body'), textIn(row, 'author_name'), textIn(row, 'month')]
	if (serial === null || rating === null || body === null || author_name === null || month === null)
		return null
	return {
		serial,
		rating,
		body,
		author_name,
		month,
		acquired: textIn(row, 'acquired') === 'bought' ? 'bought' : 'free',
		refunded: field(row, 'refunded') === true,
		edited: field(row, 'edited') === true,
		answer: textIn(row, 'answer'),
	}
}
