import { z } from 'zod'
import type { Database } from '#server/platform/db/database.ts'
import { maybeOne } from '#server/platform/db/rows.ts'
import { type Sql, sql } from '#server/platform/db/sql.ts'
import { recordAct } from '#server/shop/owner-acts.ts'
import { type Decided, DecisionError } from '#server/shop/plan.ts'
import type { hidingReasons } from '#shared/admin/names.ts'

export type HidingReason = (typeof hidingReasons)[number]

/** Publishes the owner's answer to a review, or replaces it. Throws `DecisionError` if there is no such review. */
export async function answerReview(
	database: Database,
	id: string,
	{ text, ...decided }: Decided & { text: string },
): Promise<void> {
	await decide(database, id, {
		decision: 'answered',
		said: text,
		decided,
		change: sql`answer = shop.plain_text(${text}), answered_at = now()`,
	})
}

/** Hides a review for one of the published reasons. The writer sees the reason, and the page counts hidden reviews by reason. */
export async function hideReview(
	database: Database,
	id: string,
	{ because, ...decided }: Decided & { because: HidingReason },
): Promise<void> {
	await decide(database, id, {
		decision: 'hidden',
		said: because,
		decided,
		change: sql`hidden_at = now(), hidden_reason = ${because}`,
	})
}

/** Shows a hidden review again. */
export async function unhideReview(database: Database, id: string, decided: Decided): Promise<void> {
	await decide(database, id, {
		decision: 'shown',
		said: null,
		decided,
		change: sql`hidden_at = null, hidden_reason = null`,
	})
}

interface Decision {
	decision: 'answered' | 'hidden' | 'shown'
	said: string | null
	decided: Decided
	change: Sql
}

const commands = { answered: 'answer-review', hidden: 'hide-review', shown: 'show-review' }
const changedSchema = z.object({ writer: z.uuid(), product: z.string(), before: z.string().nullable() })

/**
 * Changes a review and records who decided it, in one transaction. The record of the decision contains the texts, and is deleted
 * with the review. The log of what owners do is kept, so it contains no texts.
 */
async function decide(
	database: Database,
	id: string,
	{ decision, said, decided, change }: Decision,
): Promise<void> {
	await database.asServer(async (tx) => {
		const review = await maybeOne(
			tx,
			sql`
			update public.reviews r set ${change}
			from (select id, hidden_reason from public.reviews where id = ${id} for update) was
			where r.id = was.id
			returning r.user_id as writer, r.catalogue_id as product, was.hidden_reason as before`,
			changedSchema,
		)
		if (review === undefined) throw reviewNotFound()
		await tx.execute(sql`
			insert into shop.review_decisions (review_id, decision, said, decided_by)
			values (${id}, ${decision}, ${said}, ${decided.by})`)
		await recordAct(tx, {
			command: commands[decision],
			...decided,
			userId: review.writer,
			details: { review: id, product: review.product },
			...(decision === 'answered'
				? {}
				: { before: { hidden: review.before }, after: { hidden: decision === 'hidden' ? said : null } }),
		})
	})
}

export function reviewNotFound(): DecisionError {
	return new DecisionError('There is no such review. Its writer may have removed it.')
}
