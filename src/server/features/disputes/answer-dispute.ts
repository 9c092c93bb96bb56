import { z } from 'zod'
import { defineAct } from '#server/admin-api/define-act.ts'
import type { Database } from '#server/platform/db/database.ts'
import { maybeOne } from '#server/platform/db/rows.ts'
import { type Sql, sql } from '#server/platform/db/sql.ts'
import { askProviderForOwner } from '#server/shop/decide-purchase.ts'
import { isRecordOf } from '#server/shop/owner-acts.ts'
import { DecisionError } from '#server/shop/plan.ts'
import type { Parsed } from '#shared/admin/api.ts'
import { homeApi } from '#shared/admin/home.ts'
import { momentOf } from '#shared/dates.ts'
import { type DisputeStage, disputeStages } from '#shared/dispute.ts'
import { formatPounds } from '#shared/money.ts'

/** What the provider charges for an answer at each stage, in a sentence for the owner. */
const feeOfAnswer: Record<DisputeStage, string> = {
	inquiry:
		'Stripe charges no fee for answering an inquiry. If it becomes a dispute, that costs a fee. The fees are at https://stripe.com/gb/pricing.',
	dispute:
		'Stripe charges a fee for answering, on top of the fee for the dispute, and returns it only if you win. On a small sale the fee can be more than the money. The fees are at https://stripe.com/gb/pricing.',
	appeal: 'An appeal can cost a further fee. The fees are at https://stripe.com/gb/pricing.',
}

const disputeSchema = z.object({
	purchase_id: z.uuid(),
	product_name: z.string(),
	stage: z.enum(disputeStages),
	amount_pence: z.int(),
	answer_by: z.date().nullable(),
	text: z.string().nullable(),
	saved_at: z.date().nullable(),
	/** Who saved the text. */
	saved_by: z.string().nullable(),
	sent_at: z.date().nullable(),
})

export type DisputeToAnswer = z.infer<typeof disputeSchema>

/** Finds a dispute and the answer that is saved for its present stage. Throws `DecisionError` if there is no such dispute. */
export async function findDispute(
	{ database }: { database: Pick<Database, 'query'> },
	disputeId: string,
): Promise<DisputeToAnswer> {
	const found = await maybeOne(
		database,
		sql`
		select p.id as purchase_id, p.product_name, d.stage, d.amount_pence, d.answer_by, a.text, a.saved_at, a.sent_at,
			(
				select o.decided_by from shop.owner_acts o
				where o.purchase_id = p.id and ${isRecordOf('keep-answer', 'send-answer')} and o.details ->> 'dispute' = d.id
					and coalesce(o.details ->> 'stage', d.stage) = d.stage and a.text is not null
				order by o.at desc limit 1
			) as saved_by
		from shop.disputes d
		join shop.checkouts c on c.payment_intent_id = d.payment_intent_id
		join public.purchases p on p.id = c.purchase_id
		left join shop.dispute_answers a on a.dispute_id = d.id and a.stage = d.stage
		where d.id = ${disputeId} limit 1`,
		disputeSchema,
	)
	if (found === undefined) throw new DecisionError('There is no such dispute.')
	return found
}

type Answer = Parsed<'keep-answer'>

/**
 * Throws `DecisionError` if somebody else has saved another draft since the author opened theirs. The same text is no conflict.
 */
function requireSeen({ saved_at, saved_by, text: kept }: DisputeToAnswer, { text, over }: Answer): void {
	if (saved_at === null || kept === text || saved_at.getTime() === over?.getTime()) return
	throw new DecisionError(
		`${saved_by ?? 'Somebody else'} saved another draft on ${momentOf(saved_at)}. Read it before you replace it with yours.`,
	)
}

/** Returns the condition that `requireSeen` checks, for the statement that writes the text. */
function isSeen({ text, over }: Answer): Sql {
	return sql`(dispute_answers.text = ${text} or date_trunc('milliseconds', dispute_answers.saved_at) = ${over})`
}

/** Throws `DecisionError` if an answer has been sent. */
const keepAnswer = defineAct(homeApi['keep-answer'], {
	does: 'saves a draft of the answer to a dispute',
	log: 'Drafted the answer to a dispute',
	roles: ['owner', 'helper'],
	plan: async (admin, answer) => {
		const { dispute: disputeId, text } = answer
		const dispute = await findDispute(admin, disputeId)
		const { purchase_id: purchaseId, stage, sent_at } = dispute
		if (sent_at !== null) throw alreadySent(sent_at)
		requireSeen(dispute, answer)
		return {
			will: ['Saves this text. Stripe and the bank don’t see it until you send it.'],
			execute: async (tx) => {
				const kept = await maybeOne(
					tx,
					sql`
					insert into shop.dispute_answers (dispute_id, stage, text) values (${disputeId}, ${stage}, ${text})
					on conflict (dispute_id, stage) do update set text = excluded.text, saved_at = now()
					where dispute_answers.sending_since is null and dispute_answers.sent_at is null and ${isSeen(answer)}
					returning saved_at`,
					z.object({ saved_at: z.date() }),
				)
				if (kept === undefined)
					throw new DecisionError('Somebody has just saved another draft or sent an answer.')
				return { answer: kept, purchaseId, details: { dispute: disputeId, stage } }
			},
		}
	},
})

/** While the outcome of sending an answer is unknown, nobody else can send one for this many minutes. */
const sendingMinutes = 2

/** A bank accepts only one answer, the first. Throws `DecisionError` if one has been sent, or if the bank expects none. */
const sendAnswer = defineAct(homeApi['send-answer'], {
	does: 'sends the bank the answer to a dispute, which can be done only once',
	log: 'Answered a dispute',
	roles: ['owner'],
	sensitive: true,
	plan: async ({ database, payments, clock }, answer) => {
		const { dispute: disputeId, text } = answer
		const dispute = await findDispute({ database }, disputeId)
		const { purchase_id: purchaseId, product_name, stage, amount_pence, answer_by, sent_at } = dispute
		if (sent_at !== null) throw alreadySent(sent_at)
		if (answer_by !== null && answer_by <= clock.now())
			throw new DecisionError(`It’s too late: the bank only waited until ${momentOf(answer_by)}.`)
		requireSeen(dispute, answer)
		return {
			will: [
				`Sends this text to the buyer’s bank through Stripe${stage === 'appeal' ? ' as your appeal' : ''}, about ${formatPounds(amount_pence)} for ${product_name}.`,
				'The bank accepts only one answer: it can’t be changed or sent again. It decides within two or three months.',
				feeOfAnswer[stage],
				'The buyer is not emailed.',
			],
			execute: async (tx) => {
				const claimed = await tx.execute(sql`
					insert into shop.dispute_answers (dispute_id, stage, text, sending_since) values (${disputeId}, ${stage}, ${text}, now())
					on conflict (dispute_id, stage) do update set text = excluded.text, sending_since = now(), saved_at = now()
					where dispute_answers.sent_at is null and ${isSeen(answer)} and (
						dispute_answers.sending_since is null
						or dispute_answers.sending_since < now() - ${sendingMinutes} * interval '1 minute'
					)`)
				if (claimed === 0)
					throw new DecisionError(
						'Somebody else is sending an answer, has sent one, or has saved another draft.',
					)
				return { purchaseId, details: { dispute: disputeId, stage, characters: text.length } }
			},
			afterwards: async () => {
				let outcome: 'sent' | 'answered before' | 'closed'
				try {
					outcome = await askProviderForOwner(() => payments.answerDispute(disputeId, { stage, text }))
				} catch (error) {
					// Lets anybody try again. Before `answerDispute` sends anything, it asks Stripe whether there is an answer already, so a
					// second one is never sent.
					await database.query(
						sql`update shop.dispute_answers set sending_since = null where dispute_id = ${disputeId} and stage = ${stage} and sent_at is null`,
					)
					throw error
				}
				await database.query(
					sql`update shop.dispute_answers set sending_since = null, sent_at = now() where dispute_id = ${disputeId} and stage = ${stage} and sent_at is null`,
				)
				if (outcome === 'answered before')
					throw new DecisionError('Stripe already has an answer, so yours was not sent.')
				if (outcome === 'closed')
					throw new DecisionError(
						'The bank has already decided, or expects no answer, so yours was not sent.',
					)
			},
		}
	},
})

export const disputeActs = { 'keep-answer': keepAnswer, 'send-answer': sendAnswer }

function alreadySent(at: Date): DecisionError {
	return new DecisionError(`The answer was sent on ${momentOf(at)}. A bank accepts only one.`)
}
