import { z } from 'zod'
import type { Transaction } from '#server/platform/db/database.ts'
import { exists, maybeOne } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import { addJob } from '#server/platform/jobs/queue.ts'
import { refundUnwantedPaymentJob } from '#server/shop/jobs.ts'
import {
	type Cause,
	holdPurchase,
	isOwned,
	mayMove,
	movePurchase,
	type Purchase,
	storedPence,
} from '#server/shop/purchases.ts'
import { type DisputeState, disputeStages, disputeStates } from '#shared/dispute.ts'
import type { Dispute } from './dispute.ts'

interface Report {
	/** The provider's time of the report. */
	at: Date
	/** Whether the provider has just been asked. False for an event, which may be old. */
	isCurrent: boolean
}

const rowSchema = z.object({
	id: z.string(),
	state: z.enum(disputeStates),
	stage: z.enum(disputeStages),
	reported_at: z.date(),
})

/**
 * Stores what the provider reports about disputes, unless a later report is stored already. The payment must be locked. Returns
 * whether the report gives a dispute a state or a stage that differs from the stored one. Also returns true for a contradicting report of
 * the same second, even if that report is not stored.
 */
export async function storeDisputes(
	tx: Transaction,
	disputes: readonly Dispute[],
	{ at, isCurrent }: Report,
): Promise<boolean> {
	const rows = await tx.query(
		sql`select id, state, stage, reported_at from shop.disputes where id = any (${disputes.map(({ id }) => id)})`,
		rowSchema,
	)
	const known = new Map(rows.map((row) => [row.id, row]))
	let differs = false
	for (const dispute of disputes) {
		const { id, paymentIntentId, state, stage, amountPence, answerBy } = dispute
		const before = known.get(id)
		if (before !== undefined && before.reported_at > at) continue
		if (before?.state !== state || before.stage !== stage) differs = true
		const isSameSecond = before?.reported_at.getTime() === at.getTime()
		if (isSameSecond && !isCurrent && !isFurther(dispute, before)) continue
		await tx.execute(sql`
			insert into shop.disputes (id, payment_intent_id, state, stage, amount_pence, reported_at, answer_by)
			values (${id}, ${paymentIntentId}, ${state}, ${stage}, ${storedPence(amountPence)}, ${at}, ${answerBy})
			on conflict (id) do update
			set state = excluded.state, stage = excluded.stage, amount_pence = excluded.amount_pence, reported_at = excluded.reported_at,
				answer_by = excluded.answer_by`)
	}
	return differs
}

/**
 * Reports whether a state is further along than another. The provider's times are whole seconds. Of two reports in the same
 * second, the one whose state is further along is taken as the later.
 */
function isFurther(one: Pick<Dispute, 'state' | 'stage'>, than: Pick<Dispute, 'state' | 'stage'>): boolean {
	return one.state === than.state
		? disputeStages.indexOf(one.stage) > disputeStages.indexOf(than.stage)
		: disputeStates.indexOf(one.state) > disputeStates.indexOf(than.state)
}

/**
 * What all disputes of a payment mean for the guide. Money that a bank takes back counts like money that is refunded: the guide goes
 * once nothing of the payment is left with the shop, however the money went and in however many parts. `lost`: lost disputes, with the
 * refunds, have taken all of it. `open`: banks hold the rest of it until they decide. `over`: something is left, or no dispute took any
 * money.
 */
export type DisputesOutcome = 'lost' | 'open' | 'over' | 'never disputed'

/** How much was paid, and how much of it has been refunded. */
export interface PaidAndRefunded {
	paidPence: number
	refundedPence: number
}

export function outcomeOf(
	disputes: readonly Pick<Dispute, 'state' | 'amountPence'>[],
	{ paidPence, refundedPence }: PaidAndRefunded,
): DisputesOutcome {
	if (disputes.length === 0) return 'never disputed'
	const sumOf = (wanted: DisputeState) =>
		disputes.reduce((sum, { state, amountPence }) => sum + (state === wanted ? amountPence : 0), 0)
	const [left, lost, open] = [paidPence - refundedPence, sumOf('lost'), sumOf('open')]
	if (lost > 0 && lost >= left) return 'lost'
	return open > 0 && lost + open >= left ? 'open' : 'over'
}

const paidSchema = z.object({ paid: z.int(), refunded: z.int() })

/** Returns what the disputes of a payment mean. `provider` is what the provider has just said, if it was asked. */
export async function disputesOutcome(
	tx: Transaction,
	{ id }: Pick<Purchase, 'id'>,
	provider?: PaidAndRefunded,
): Promise<DisputesOutcome> {
	const disputes = await tx.query(
		sql`
		select d.state, d.amount_pence as "amountPence"
		from shop.disputes d join shop.checkouts c on c.payment_intent_id = d.payment_intent_id
		where c.purchase_id = ${id}`,
		z.object({ state: z.enum(disputeStates), amountPence: z.int() }),
	)
	if (disputes.length === 0) return 'never disputed'
	const known = await maybeOne(
		tx,
		sql`
		select coalesce(c.amount_paid_pence, p.price_pence) as paid, (
			select coalesce(sum(r.amount_pence), 0)::integer from public.refunds r
			where r.purchase_id = p.id and r.stands and r.kind <> 'dispute'
		) as refunded
		from public.purchases p left join shop.checkouts c on c.purchase_id = p.id where p.id = ${id}`,
		paidSchema,
	)
	const { paid = 0, refunded = 0 } = known ?? {}
	return outcomeOf(disputes, provider ?? { paidPence: paid, refundedPence: refunded })
}

/** Returns whether a bank holds money of the purchase's payment, even a part of it. The provider then refunds nothing. */
export async function hasOpenDispute(tx: Transaction, { id }: Pick<Purchase, 'id'>): Promise<boolean> {
	return await exists(
		tx,
		sql`
		select from shop.disputes d join shop.checkouts c on c.payment_intent_id = d.payment_intent_id
		where c.purchase_id = ${id} and d.state = 'open'`,
	)
}

/** Moves a purchase according to all the disputes of its payment, and returns it with its new status. */
export async function followDisputes(
	tx: Transaction,
	purchase: Purchase,
	cause: Cause,
	provider?: PaidAndRefunded,
): Promise<Purchase> {
	const outcome = await disputesOutcome(tx, purchase, provider)
	if (outcome === 'lost' || outcome === 'open') {
		const to = outcome === 'lost' ? 'refunded' : 'disputed'
		// A refunded purchase stays refunded: only the provider can say whether the money is back (`sync-payment.ts`).
		const goesDown = purchase.status !== 'refunded' && mayMove(purchase.status, to)
		return goesDown ? await movePurchase(tx, purchase, to, cause) : purchase
	}
	const { status, user_id } = purchase
	// No bank holds the money any more, and the shop still has to refund it to the buyer.
	if (outcome === 'over' && (status === 'duplicate' || (status === 'held' && user_id === null)))
		await addJob(tx, refundUnwantedPaymentJob, { purchaseId: purchase.id })
	return status === 'disputed' ? await returnGuide(tx, purchase, cause) : purchase
}

/**
 * Returns a guide to its buyer after a won dispute. If the buyer has bought it again meanwhile, the shop has been paid twice, and
 * the purchase goes on hold.
 */
export async function returnGuide(tx: Transaction, purchase: Purchase, cause: Cause): Promise<Purchase> {
	return (await isOwned(tx, purchase))
		? await holdPurchase(tx, purchase, 'paid twice: bought again while disputed', cause)
		: await movePurchase(tx, purchase, 'completed', cause)
}
