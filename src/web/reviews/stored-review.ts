import { call } from '#web/session/call.ts'
import { numberIn, textIn } from '#web/session/read-fields.ts'
import { toastFailure } from '#web/session/toasts.tsx'
import { toast } from '#web/ui/toast.ts'

export interface Review {
	rating: number
	body: string
	hiddenReason: string | null
}

/** Returns the visitor’s review; null if there is none, and undefined if the server could not be asked. */
export async function readOwnReview(catalogueId: string): Promise<Review | null | undefined> {
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

/** Saves the visitor’s review. If that fails, shows why and returns false. */
export async function saveReview(catalogueId: string, { rating, body, isNew }: Written): Promise<boolean> {
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
	// The visitor has written a review in another tab in the meantime.
	if (isNew && answer?.error.code === '23505')
		return await saveReview(catalogueId, { rating, body, isNew: false })
	toastFailure('Your review wasn’t saved', failure, 'Please try again in a moment.')
	return false
}

/** Removes the visitor’s review. If that fails, shows why and returns false. */
export async function removeReview(catalogueId: string): Promise<boolean> {
	const { answer, failure } = await call('/rest/v1/reviews', (supabase) =>
		supabase.from('reviews').delete().eq('catalogue_id', catalogueId),
	)
	if (answer?.error === null) {
		toast.success('Your review is removed', {
			description: 'It takes a few seconds to disappear from this page for everyone.',
		})
		return true
	}
	toastFailure('Your review wasn’t removed', failure, 'Please try again in a moment.')
	return false
}
