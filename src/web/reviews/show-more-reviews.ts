import type { PublishedReview } from '#shared/published-review.ts'
import { reviewItems } from '#shared/review-markup.ts'
import { call } from '#web/session/call.ts'
import { field, numberIn, textIn } from '#web/session/read-fields.ts'
import { toastFailure } from '#web/session/toasts.tsx'

const pageSize = 50

/** Adds the next reviews below the last one, and removes the button once there are no more. The button's data names the guide. */
export async function showMoreReviews(button: HTMLButtonElement): Promise<void> {
	const catalogueId = button.dataset.more
	const list = button.closest('.reviews')?.querySelector('.review-list')
	const last = list?.lastElementChild?.getAttribute('data-serial')
	if (list == null || last == null || button.ariaDisabled === 'true') return
	button.ariaDisabled = 'true'
	const { answer, failure } = await call('/rest/v1/published_reviews', (supabase) =>
		supabase
			.from('published_reviews')
			.select('serial, rating, body, author_name, acquired, refunded, month, edited, answer')
			.eq('catalogue_id', catalogueId)
			.lt('serial', last)
			.order('serial', { ascending: false })
			.limit(pageSize),
	)
	button.ariaDisabled = null
	if (answer === null || answer.error !== null) {
		toastFailure('The reviews couldn’t be loaded', failure, 'Please try again in a moment.')
		return
	}
	const rows = answer.data.flatMap((row) => readReview(row) ?? [])
	const shownLast = list.lastElementChild
	list.insertAdjacentHTML('beforeend', reviewItems(rows))
	if (answer.data.length === pageSize) return
	const firstNew = shownLast?.nextElementSibling
	if (document.activeElement === button && firstNew instanceof HTMLElement) firstNew.focus()
	button.parentElement?.remove()
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
