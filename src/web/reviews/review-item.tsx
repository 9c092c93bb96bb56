import type { Ref } from 'react'
import type { PublishedReview } from '#shared/published-review.ts'

interface ReviewItemProps {
	review: PublishedReview
	ref?: Ref<HTMLLIElement> | undefined
}

/** A review in a list. */
export function ReviewItem({ review, ref }: ReviewItemProps) {
	const { rating, body, author_name, month, answer } = review
	return (
		<li ref={ref} className="review" tabIndex={-1}>
			<p className="review-head">
				<Stars rating={rating} />{' '}
				<span>
					<bdi className="review-name">{author_name}</bdi>{' '}
					<span className="review-facts">
						<Month month={month} />
						{`, ${factsOf(review)}`}
					</span>
				</span>
			</p>
			{body === '' ? null : (
				<p className="review-text" dir="auto">
					{body}
				</p>
			)}
			{answer === null ? null : (
				<div className="review-answer">
					<p className="review-head">
						<span className="review-name">Our answer</span>
					</p>
					<p className="review-text" dir="auto">
						{answer}
					</p>
				</div>
			)}
		</li>
	)
}

function factsOf({ acquired, refunded, edited }: PublishedReview): string {
	return [acquired, edited ? 'edited' : '', refunded ? 'refunded since' : ''].filter(Boolean).join(', ')
}

/** Shows a rating as stars, which a screen reader reads as a number. */
export function Stars({ rating }: { rating: number }) {
	return <span className="stars" data-stars={rating} role="img" aria-label={`${rating} out of 5 stars`} />
}

/** Shows `2026-11` as "November 2026". */
export function Month({ month }: { month: string }) {
	const date = new Date(`${month}-01T00:00:00Z`)
	return (
		<time dateTime={month}>
			{date.toLocaleDateString('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' })}
		</time>
	)
}
