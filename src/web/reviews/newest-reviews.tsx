import { href } from 'react-router'
import type { ReviewSummary } from '#shared/shop-state.ts'
import { counted } from '#shared/wording.ts'
import { Month, ReviewItem, Stars } from './review-item.tsx'

interface SummaryProps {
	/** Null if the guide has no reviews. */
	reviews: ReviewSummary | null
}

/** With fewer reviews, a bar chart of the stars says no more than the list. */
const fewestForBars = 5

/** Sums up the reviews of a guide, and shows the newest. */
export function NewestReviews({ reviews }: SummaryProps) {
	if (reviews === null || reviews.count === 0)
		return (
			<p className="no-reviews">
				Nobody has reviewed it here yet. If you have this guide, yours can be the first.
			</p>
		)
	const { count, average, newest } = reviews
	return (
		<>
			<div className="review-summary">
				<p className="review-average">
					<strong>{average.toFixed(1)}</strong> <span>{`out of 5, from ${counted(count, 'review')}`}</span>
				</p>
				{count < fewestForBars ? null : <StarBars summary={reviews} />}
			</div>
			<ul className="review-list">
				{newest.map((review) => (
					<ReviewItem key={review.serial} review={review} />
				))}
			</ul>
		</>
	)
}

/** Shows how many reviews gave five stars, four stars, and so on. */
function StarBars({ summary: { stars, count } }: { summary: ReviewSummary }) {
	return (
		<ul className="review-bars">
			{[5, 4, 3, 2, 1].map((rating) => {
				const given = stars[rating - 1] ?? 0
				return (
					<li key={rating}>
						<span>
							{rating}
							<span className="sr-only">{rating === 1 ? ' star:' : ' stars:'}</span>
						</span>{' '}
						<svg aria-hidden="true" viewBox="0 0 100 8" preserveAspectRatio="none">
							<rect width={((100 * given) / count).toFixed(1)} height="8" />
						</svg>{' '}
						<span>{given}</span>
					</li>
				)
			})}
		</ul>
	)
}

/** Explains where reviews come from and when one is hidden, and says how many are hidden. */
export function ReviewPolicy({ reviews }: SummaryProps) {
	const reasons = Object.entries(reviews?.hidden ?? {})
	const hidden = reasons.reduce((sum, [, number]) => sum + number, 0)
	const listed = reasons.map(([reason, number]) => `${reason}: ${number}`).join(', ')
	const count = hidden === 0 ? 'No review is hidden.' : `Hidden: ${counted(hidden, 'review')} (${listed}).`
	return (
		<p className="review-policy">
			Only someone who has the guide can review it, once, and never for a reward. We hide a review only if it
			is{' '}
			<a href={`${href('/terms')}#reviews`} className="link">
				fake or unlawful
			</a>
			{`, contains personal data, is an advert or isn’t about the guide, and never because it is negative. ${count}`}
		</p>
	)
}

/** Shows the newest review that has a text, shortened, for the place beside the price. */
export function LatestReview({ reviews }: SummaryProps) {
	const review = reviews?.newest.find(({ body }) => body !== '')
	if (reviews === null || review === undefined) return null
	return (
		<figure className="latest-review">
			<blockquote dir="auto">{shortened(review.body)}</blockquote>
			<figcaption>
				<Stars rating={review.rating} />{' '}
				<span>
					<bdi className="review-name">{review.author_name}</bdi>, <Month month={review.month} />
				</span>{' '}
				<a href="#reviews" className="link">
					{reviews.count === 1 ? 'The review' : `All ${counted(reviews.count, 'review')}`}
				</a>
			</figcaption>
		</figure>
	)
}

const longestQuote = 160

/** Cuts a text after a whole word. */
function shortened(text: string): string {
	const line = text.replaceAll(/\s+/g, ' ')
	if (line.length <= longestQuote) return line
	const cut = line.slice(0, longestQuote)
	const end = cut.lastIndexOf(' ')
	return `${end > longestQuote / 2 ? cut.slice(0, end) : cut.toWellFormed().replace(/\uFFFD$/, '')} …`
}
