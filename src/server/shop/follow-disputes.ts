import { z } from 'zod'
import type { Transaction } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { addJob } from '#server/platform/jobs/queue.ts'
import { type Dispute, type DisputeState, disputeStates } from '#server/shop/payment-provider.ts'
import {
	type Cause,
	holdPurchase,
	isOwned,
	mayMove,
	movePurchase,
	type Purchase,
	storedPence,
} from '#server/shop/purchases.ts'

interface Report {
	/** The provider's time of the report. */
	at: Date
	/** Whether the provider has just been asked. False for an event, which may be old. */
	isCurrent: boolean
}

const rowSchema = z.object({ id: z.string(), state: z.enum(disputeStates), reported_at: z.date() })

/**
 * Stores what the provider reports about disputes, unless a later report is stored already. The payment must be locked. Returns
 * whether the report gives a dispute a state that differs from the stored one. Also returns true for a contradicting report of
 * the same second, even if that report is not stored.
 */
export async function storeDisputes(
	tx: Transaction,
	disputes: readonly Dispute[],
	{ at, isCurrent }: Report,
): Promise<boolean> {
	const rows = await tx.query(
		sql`select id, state, reported_at from shop.disputes where id = any (${disputes.map(({ id }) => id)})`,
		rowSchema,
	)
	const known = new Map(rows.map((row) => [row.id, row]))
	let differs = false
	for (const { id, paymentIntentId, state, amountPence, answerBy } of disputes) {
		const before = known.get(id)
		if (before !== undefined && before.reported_at > at) continue
		if (before?.state !== state) differs = true
		const isSameSecond = before?.reported_at.getTime() === at.getTime()
		if (isSameSecond && !isCurrent && !isFurther(state, before.state)) continue
		await tx.execute(sql`
			insert into shop.disputes (id, payment_intent_id, state, amount_pence, reported_at, answer_by)
			values (${id}, ${paymentIntentId}, ${state}, ${storedPence(amountPence)}, ${at}, ${answerBy})
			on conflict (id) do update
			set state = excluded.state, amount_pence = excluded.amount_pence, reported_at = excluded.reported_at,
				answer_by = excluded.answer_by`)
	}
	return differs
}

/**
 * Reports whether a state is further along than another. The provider's times are whole seconds. Of two reports in the same
 * second, the one whose state is further along is taken as the later.
 */
function isFurther(state: DisputeState, than: DisputeState): boolean {
	return disputeStates.indexOf(state) > disputeStates.indexOf(than)
}

/**
 * The combined outcome of all disputes of a payment. A lost dispute outweighs an open one, and an open one outweighs those that
 * are over or took no money.
 */
export type DisputesOutcome = 'lost' | 'open' | 'over' | 'never disputed'

export function outcomeOf(states: readonly DisputeState[]): DisputesOutcome {
	if (states.includes('lost')) return 'lost'
	if (states.includes('open')) return 'open'
	return states.length > 0 ? 'over' : 'never disputed'
}

export async function disputesOutcome(
	tx: Transaction,
	{ id }: Pick<Purchase, 'id'>,
): Promise<DisputesOutcome> {
	const rows = await tx.query(
		sql`
		select d.state from shop.disputes d join shop.checkouts c on c.payment_intent_id = d.payment_intent_id
		where c.purchase_id = ${id}`,
		rowSchema.pick({ state: true }),
	)
	return outcomeOf(rows.map(({ state }) => state))
}

/** Returns whether a bank holds money of the purchase's payment, even a part of it. The provider then refunds nothing. */
export async function hasOpenDispute(tx: Transaction, { id }: Pick<Purchase, 'id'>): Promise<boolean> {
	const rows = await tx.query(sql`
		select from shop.disputes d join shop.checkouts c on c.payment_intent_id = d.payment_intent_id
		where c.purchase_id = ${id} and d.state = 'open'`)
	return rows.length > 0
}

/** Moves a purchase according to all the disputes of its payment, and returns it with its new status. */
export async function followDisputes(tx: Transaction, purchase: Purchase, cause: Cause): Promise<Purchase> {
	const outcome = await disputesOutcome(tx, purchase)
	if (outcome === 'lost' || outcome === 'open') {
		const to = outcome === 'lost' ? 'refunded' : 'disputed'
		// A refunded purchase stays refunded: only the provider can say whether the money is back (`settle-payment.ts`).
		const goesDown = purchase.status !== 'refunded' && mayMove(purchase.status, to)
		return goesDown ? await movePurchase(tx, purchase, to, cause) : purchase
	}
	const { status, user_id } = purchase
	// No bank holds the money any more, and the shop still has to refund it to the buyer.
	if (outcome === 'over' && (status === 'duplicate' || (status === 'held' && user_id === null)))
		await addJob(tx, 'refund-duplicate', { purchaseId: purchase.id })
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
