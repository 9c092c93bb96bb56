import { z } from 'zod'
import type { Database } from '#server/platform/db/database.ts'
import { maybeOne } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import { type Decided, DecisionError, type Plan } from '#server/shop/plan.ts'
import { answerReview, type HidingReason, hideReview, reviewNotFound, unhideReview } from './decide-review.ts'

/** The dependencies of the functions that decide about reviews. */
interface ReviewContext {
	database: Database
}

/**
 * Plans to publish an answer below a review, or to replace it. Throws `DecisionError` if the answer contains no characters that
 * pages show.
 */
export async function planAnswer(
	{ database }: ReviewContext,
	{ id, text }: { id: string; text: string },
	decided: Decided,
): Promise<Plan<null>> {
	const review = await readReview(database, id, text.replaceAll('\0', ''))
	const { plain, answer } = review
	if (plain === '') throw new DecisionError('That answer has no letters that can be shown.')
	const will =
		answer === plain
			? []
			: [
					`Publishes below ${called(review)}: “${plain}”`,
					...(answer === null ? [] : [`It replaces your answer “${answer}”`]),
					...(review.hidden === null
						? ['Everybody can read it on the page within about ten seconds.']
						: ['The review is hidden, so nobody can read the answer until it is shown again.']),
				]
	return {
		will,
		act: async () => {
			await answerReview(database, id, { ...decided, text: plain })
			return null
		},
	}
}

/** Plans to hide a review. */
export async function planHiding(
	{ database }: ReviewContext,
	{ id, because }: { id: string; because: HidingReason },
	decided: Decided,
): Promise<Plan<null>> {
	const review = await readReview(database, id)
	return {
		will:
			review.hidden === because
				? []
				: [
						`Hides ${called(review)} as “${because}” within about ten seconds, and its stars no longer count.`,
						'Its writer sees the reason, and the page says how many reviews are hidden and why.',
					],
		act: async () => {
			await hideReview(database, id, { ...decided, because })
			return null
		},
	}
}

/** Plans to make a hidden review visible again. */
export async function planShowing(
	{ database }: ReviewContext,
	id: string,
	decided: Decided,
): Promise<Plan<null>> {
	const review = await readReview(database, id)
	return {
		will: review.hidden === null ? [] : [`Shows ${called(review)} again within about ten seconds.`],
		act: async () => {
			await unhideReview(database, id, decided)
			return null
		},
	}
}

const reviewSchema = z.object({
	product: z.string(),
	author: z.string(),
	rating: z.int(),
	answer: z.string().nullable(),
	hidden: z.string().nullable(),
	/** The answer without the characters that pages do not show. */
	plain: z.string(),
})

/** Throws `DecisionError` if there is no such review. */
async function readReview(database: Database, id: string, text = ''): Promise<z.infer<typeof reviewSchema>> {
	const review = await maybeOne(
		database,
		sql`
		select p.title as product, r.author_name as author, r.rating, r.answer, r.hidden_reason as hidden,
			shop.plain_text(${text}) as plain
		from public.reviews r join public.products p on p.id = r.catalogue_id where r.id = ${id}`,
		reviewSchema,
	)
	if (review === undefined) throw reviewNotFound()
	return review
}

function called({ author, product, rating }: z.infer<typeof reviewSchema>): string {
	return `${author}’s review of ${product} (${rating} of 5)`
}
