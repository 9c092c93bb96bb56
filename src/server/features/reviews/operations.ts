import { acting } from '#server/admin-api/define-act.ts'
import { reading } from '#server/admin-api/operation.ts'
import { productsApi } from '#shared/admin/products.ts'
import { listReviews } from './list-reviews.ts'
import { planAnswer, planHiding, planShowing } from './plan-review.ts'

const reviewsAPage = 50

export const reviews = reading(productsApi.reviews, {
	does: 'lists reviews, newest first',
	roles: ['owner', 'helper', 'accountant'],
	read: async ({ database }, wanted) => {
		const found = await listReviews(database, { ...wanted, most: reviewsAPage + 1 })
		const rows = found.slice(0, reviewsAPage)
		return {
			rows: rows.map(({ serial, writtenAt, editedAt, hiddenReason, ...review }) => ({
				...review,
				written_at: writtenAt,
				edited_at: editedAt,
				hidden_reason: hiddenReason,
			})),
			next: found.length > reviewsAPage ? (rows.at(-1)?.serial ?? null) : null,
		}
	},
})

export const answerReview = acting(productsApi['answer-review'], {
	does: 'publishes an answer below a review, or replaces it',
	roles: ['owner', 'helper'],
	plan: async (admin, { review: id, text }, decided) => await planAnswer(admin, { id, text }, decided),
})

export const hideReview = acting(productsApi['hide-review'], {
	does: 'hides a review for one of the published reasons',
	roles: ['owner', 'helper'],
	plan: async (admin, { review: id, because }, decided) => await planHiding(admin, { id, because }, decided),
})

export const showReview = acting(productsApi['show-review'], {
	does: 'shows a hidden review again',
	roles: ['owner', 'helper'],
	plan: async (admin, { review }, decided) => await planShowing(admin, review, decided),
})
