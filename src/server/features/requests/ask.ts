import { randomUUID } from 'node:crypto'
import type { Database, Transaction } from '#server/platform/db/database.ts'
import { idRow, maybeOne } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import { addJob } from '#server/platform/jobs/queue.ts'
import { lockKnownPurchase, refundPurchase } from '#server/shop/decide-purchase.ts'
import { recordInLog } from '#server/shop/owner-acts.ts'
import type { PaymentProvider } from '#server/shop/payment-provider.ts'
import { DecisionError, PlanChanged } from '#server/shop/plan.ts'
import { countRefundsAsked } from '#server/shop/refunds-under-way.ts'
import type { Clock } from '#shared/clock.ts'
import type { RefundTerms } from '#shared/refund-terms.ts'
import { acknowledgeRequestJob } from './jobs.ts'
import { readRefundTerms } from './read-terms.ts'

export interface AskOptions {
	database: Database
	payments: Pick<PaymentProvider, 'refund' | 'refundPart'>
	clock: Clock
	/** Up to which price the shop refunds without a person. */
	limitPence: number
}

export interface Wish {
	purchaseId: string
	userId: string
	/** What the buyer was offered and has confirmed. */
	way: Exclude<RefundTerms['way'], 'none'>
	/** What the buyer wrote. */
	said: string
}

/**
 * Does what a buyer asks for, if the terms still allow it: refunds an unopened guide, cancels a purchase whose payment is on its way,
 * or passes the request on to a person. The request, its acknowledgement and the decision to refund are one transaction, under the
 * lock that a download takes as well. So money and guide are never both given. Throws `PlanChanged` if the terms have changed.
 */
export async function ask(options: AskOptions, wish: Wish): Promise<void> {
	if (wish.way === 'refund') return await refund(options, wish)
	const { database, clock, limitPence } = options
	const now = clock.now()
	await database.asServer(async (tx) => {
		await lockKnownPurchase(tx, wish.purchaseId)
		const [terms] = await readRefundTerms(tx, wish, { now, limitPence })
		const isOffered =
			wish.way === 'help' ? terms !== undefined && terms.way !== 'none' : terms?.way === wish.way
		if (!isOffered) throw new PlanChanged()
		await writeRequest(tx, wish, now)
	})
}

async function refund({ database, payments, clock, limitPence }: AskOptions, wish: Wish): Promise<void> {
	const { purchaseId } = wish
	const now = clock.now()
	const [terms] = await readRefundTerms(database, wish, { now, limitPence })
	if (terms?.way !== 'refund') throw new PlanChanged()
	let isRecorded = false
	try {
		await refundPurchase({ database, payments }, purchaseId, {
			by: 'the buyer',
			reason: terms.because,
			seen: { asked: await countRefundsAsked(database, purchaseId), leftPence: terms.paidPence },
			requireAllowed: async (tx) => {
				// Two of a buyer's purchases may be asked about at the same moment, and only one is refunded without a person.
				await tx.query(sql`select pg_advisory_xact_lock(hashtextextended(${`refunds of ${wish.userId}`}, 0))`)
				const [current] = await readRefundTerms(tx, wish, { now, limitPence })
				if (current?.way !== 'refund') throw new PlanChanged()
			},
			recorded: async (execute) => {
				const answer = await database.asServer(async (tx) => {
					const begun = await execute(tx, randomUUID())
					await writeRequest(tx, wish, now)
					await recordInLog(tx, 'refund-asked', {
						by: 'the buyer',
						reason: terms.because,
						purchaseId,
						userId: wish.userId,
					})
					return begun.answer
				})
				isRecorded = true
				return answer
			},
		})
	} catch (error) {
		// The request is on record. While the outcome is unknown, the job asks the provider again. Anything else needs a person.
		if (!isRecorded || !(error instanceof DecisionError)) throw error
	}
}

/** Writes a request, of which a purchase has at most one open at a time, and the acknowledgement that the buyer receives first. */
async function writeRequest(
	tx: Transaction,
	{ purchaseId, userId, way, said }: Wish,
	now: Date,
): Promise<void> {
	const kind = way === 'cancel' ? 'cancellation' : way
	const request = await maybeOne(
		tx,
		sql`
		insert into shop.requests (purchase_id, user_id, kind, said, asked_at)
		values (${purchaseId}, ${userId}, ${kind}, ${said}, ${now}) on conflict do nothing returning id`,
		idRow,
	)
	if (request !== undefined) await addJob(tx, acknowledgeRequestJob, { requestId: request.id })
}
