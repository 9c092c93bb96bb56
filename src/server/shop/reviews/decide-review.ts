import type { Database, Transaction } from '#server/platform/db/database.ts'
import { type Sql, sql } from '#server/platform/db/sql.ts'
import { DecisionError } from '#server/shop/decide-purchase.ts'
import type { hidingReasons } from '#server/shop/reviews/read-review-summaries.ts'

interface Answer {
	by: string
	text: string
}

interface Hiding {
	by: string
	reason: (typeof hidingReasons)[number]
}

/** Publishes the owner's answer to a review, or replaces it. Throws `DecisionError` if there is no such review. */
export async function answerReview(database: Database, id: string, { by, text }: Answer): Promise<void> {
	await decide(database, id, {
		decision: 'answered',
		said: text,
		by,
		change: sql`answer = shop.plain_text(${text}), answered_at = now()`,
	})
}

/** Hides a review for one of the published reasons. The writer sees the reason, and the page counts it. */
export async function hideReview(database: Database, id: string, { by, reason }: Hiding): Promise<void> {
	await decide(database, id, {
		decision: 'hidden',
		said: reason,
		by,
		change: sql`hidden_at = now(), hidden_reason = ${reason}`,
	})
}

/** Shows a hidden review again. */
export async function unhideReview(database: Database, id: string, { by }: { by: string }): Promise<void> {
	await decide(database, id, {
		decision: 'shown',
		said: null,
		by,
		change: sql`hidden_at = null, hidden_reason = null`,
	})
}

interface Decision {
	decision: 'answered' | 'hidden' | 'shown'
	said: string | null
	by: string
	change: Sql
}

/** Changes a review and records who decided it, in one transaction. */
async function decide(database: Database, id: string, decided: Decision): Promise<void> {
	await database.asServer(async (tx: Transaction) => {
		const found = await tx.execute(sql`update public.reviews set ${decided.change} where id = ${id}`)
		if (found === 0) throw new DecisionError('There is no such review. npm run admin -- reviews lists them.')
		await tx.execute(sql`
			insert into shop.review_decisions (review_id, decision, said, decided_by)
			values (${id}, ${decided.decision}, ${decided.said}, ${decided.by})`)
	})
}
