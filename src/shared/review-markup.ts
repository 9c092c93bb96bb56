import { html, raw } from 'hono/html'
import type { PublishedReview } from './published-review.ts'
import { counted } from './wording.ts'

/** How many reviews a page contains before more are loaded. */
export const reviewsAtFirst = 10

/**
 * Returns list items for reviews. The server writes the first ones into the page and the browser adds more. The texts come from
 * visitors, so `html` escapes every value.
 */
export function reviewItems(reviews: readonly PublishedReview[]): string {
	return reviews.map((review) => reviewItem(review)).join('')
}

function reviewItem(review: PublishedReview): string {
	const { serial, rating, body, author_name, answer } = review
	return String(html`<li class="review" tabindex="-1" data-serial="${serial}">
<p class="review-head">${raw(stars(rating))} <span><bdi class="review-name">${author_name}</bdi> <span class="review-facts">${raw(monthOf(review.month))}, ${factsOf(review)}</span></span></p>
${body === '' ? '' : html`<p class="review-text" dir="auto">${body}</p>`}${answer === null ? '' : html`<div class="review-answer"><p class="review-head"><span class="review-name">Our answer</span></p><p class="review-text" dir="auto">${answer}</p></div>`}</li>`)
}

function factsOf({ acquired, refunded, edited }: PublishedReview): string {
	return [acquired, edited ? 'edited' : '', refunded ? 'refunded since' : ''].filter(Boolean).join(', ')
}

/** Returns a rating as stars, which a screen reader reads as a number. */
export function stars(rating: number): string {
	return String(
		html`<span class="stars" data-stars="${rating}" role="img" aria-label="${rating} out of 5 stars"></span>`,
	)
}

const months = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' })

/** Formats `2026-11` as `November 2026`, in a `time` element. */
export function monthOf(month: string): string {
	return String(html`<time datetime="${month}">${months.format(new Date(`${month}-01T00:00:00Z`))}</time>`)
}

/** Formats a rating as cards show it, such as "4.6 from 12 reviews". */
export function ratingText({ average, count }: { average: number; count: number }): string {
	return `${average.toFixed(1)} from ${counted(count, 'review')}`
}
