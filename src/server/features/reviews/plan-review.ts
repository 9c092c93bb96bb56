import { z } from 'zod'
import { type Actor, defineAct } from '#server/admin-api/define-act.ts'
import type { Database, Transaction } from '#server/platform/db/database.ts'
import { maybeOne } from '#server/platform/db/rows.ts'
import { type Sql, sql } from '#server/platform/db/sql.ts'
import { type ActFacts, DecisionError, type PlannedAct } from '#server/shop/plan.ts'
import type { Parsed } from '#shared/admin/api.ts'
import { productsApi } from '#shared/admin/products.ts'

type ReviewContext = Pick<Database, 'query'>

/** Throws `DecisionError` if the answer contains no characters that pages show. */
export async function planAnswer(
	{ database }: { database: ReviewContext },
	{ review: id, text }: Parsed<'answer-review'>,
	{ by }: Pick<Actor, 'by'>,
): Promise<PlannedAct<null>> {
	const review = await readReview(database, id, text.replaceAll('\0', ''))
	const { plain, answer } = review
	if (plain === '') throw new DecisionError('That answer has no letters that can be shown.')
	return {
		will:
			answer === plain
				? []
				: [
						`Publishes below ${called(review)}: “${plain}”`,
						...(answer === null ? [] : [`It replaces your answer “${answer}”`]),
						...(review.hidden === null
							? ['Everybody can read it on the page within about ten seconds.']
							: ['The review is hidden, so nobody can read the answer until it is shown again.']),
					],
		execute: async (tx) => {
			const change = sql`answer = shop.plain_text(${plain}), answered_at = now()`
			const { facts } = await decide(tx, id, { by, decision: 'answered', said: plain, change })
			return facts
		},
	}
}

/** The writer sees the reason, and the page counts hidden reviews by reason. */
export async function planHiding(
	{ database }: { database: ReviewContext },
	{ review: id, because }: Parsed<'hide-review'>,
	{ by }: Pick<Actor, 'by'>,
): Promise<PlannedAct<null>> {
	const review = await readReview(database, id)
	return {
		will:
			review.hidden === because
				? []
				: [
						`Hides ${called(review)} as “${because}” within about ten seconds, and its stars no longer count.`,
						'Its writer sees the reason, and the page says how many reviews are hidden and why.',
					],
		execute: async (tx) => {
			const change = sql`hidden_at = now(), hidden_reason = ${because}`
			const { facts, hidden } = await decide(tx, id, { by, decision: 'hidden', said: because, change })
			return { ...facts, before: { hidden }, after: { hidden: because } }
		},
	}
}

export async function planShowing(
	{ database }: { database: ReviewContext },
	{ review: id }: Parsed<'show-review'>,
	{ by }: Pick<Actor, 'by'>,
): Promise<PlannedAct<null>> {
	const review = await readReview(database, id)
	return {
		will: review.hidden === null ? [] : [`Shows ${called(review)} again within about ten seconds.`],
		execute: async (tx) => {
			const change = sql`hidden_at = null, hidden_reason = null`
			const { facts, hidden } = await decide(tx, id, { by, decision: 'shown', said: null, change })
			return { ...facts, before: { hidden }, after: { hidden: null } }
		},
	}
}

export const reviewActs = {
	'answer-review': defineAct(productsApi['answer-review'], {
		does: 'publishes an answer below a review, or replaces it',
		log: 'Answered a review',
		roles: ['owner', 'helper'],
		plan: planAnswer,
	}),
	'hide-review': defineAct(productsApi['hide-review'], {
		does: 'hides a review for one of the published reasons',
		log: 'Hid a review',
		roles: ['owner', 'helper'],
		plan: planHiding,
	}),
	'show-review': defineAct(productsApi['show-review'], {
		does: 'shows a hidden review again',
		log: 'Showed a review again',
		roles: ['owner', 'helper'],
		plan: planShowing,
	}),
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
async function readReview(
	database: ReviewContext,
	id: string,
	text = '',
): Promise<z.infer<typeof reviewSchema>> {
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

interface Decision {
	by: string
	decision: 'answered' | 'hidden' | 'shown'
	said: string | null
	change: Sql
}

const changedSchema = z.object({ writer: z.uuid(), product: z.string(), hidden: z.string().nullable() })

/**
 * Changes a review, and returns why it was hidden before. The record of the decision contains the texts, and is deleted with the
 * review. The log of what owners do is kept, so it contains no texts.
 */
async function decide(
	tx: Transaction,
	id: string,
	{ by, decision, said, change }: Decision,
): Promise<{ facts: ActFacts; hidden: string | null }> {
	const review = await maybeOne(
		tx,
		sql`
		update public.reviews r set ${change}
		from (select id, hidden_reason from public.reviews where id = ${id} for update) was
		where r.id = was.id
		returning r.user_id as writer, r.catalogue_id as product, was.hidden_reason as hidden`,
		changedSchema,
	)
	if (review === undefined) throw reviewNotFound()
	const { writer: userId, product, hidden } = review
	await tx.execute(sql`
		insert into shop.review_decisions (review_id, decision, said, decided_by)
		values (${id}, ${decision}, ${said}, ${by})`)
	return { facts: { userId, details: { review: id, product } }, hidden }
}

function reviewNotFound(): DecisionError {
	return new DecisionError('There is no such review. Its writer may have removed it.')
}
