import type { Transaction } from '#server/db/database.ts'
import { sql } from '#server/db/sql.ts'
import { type FollowUps, fulfil, isOwned } from '#server/shop/fulfil.ts'
import { isPaidHere, type PaymentEvent } from '#server/shop/payment-provider.ts'
import { isUnsettled, mayMove, type PurchaseStatus } from '#server/shop/purchase-states.ts'
import {
	type Cause,
	holdPurchase,
	lockPayment,
	lockPurchase,
	movePurchase,
	type Purchase,
} from '#server/shop/purchases.ts'

/**
 * What became of an event. `ignored`: it is about nothing of ours, such as another product sold on the same account.
 * `waits for`: no purchase has been settled with this payment intent yet.
 */
export type Outcome = 'applied' | 'ignored' | { waitsFor: string }

interface Handling {
	/** What told us: the provider by its event, or our asking it. */
	cause: Extract<Cause, 'event' | 'reconciliation'>
	followUps: FollowUps
}

/** Acts on one event of the provider, in whatever order and however often events come. Unknown kinds change nothing. */
export async function handlePaymentEvent(
	tx: Transaction,
	event: PaymentEvent,
	{ cause, followUps }: Handling,
): Promise<Outcome> {
	switch (event.kind) {
		case 'checkout': {
			const { session, at: paidAt } = event
			const purchase = await fulfil(tx, { session, cause, paidAt, followUps })
			if (purchase !== undefined) return 'applied'
			// Our records have lost it, as after a restored backup, and may have lost more.
			if (isPaidHere(session)) await followUps.compareWithProvider(tx)
			return 'ignored'
		}
		case 'payment failed': {
			const purchase = await lockPurchase(tx, sql`p.stripe_session_id = ${event.session.id}`)
			if (purchase === undefined) return 'ignored'
			await moveIfAllowed(tx, purchase, 'failed', cause)
			return 'applied'
		}
		case 'refunded':
			// A part given back is a kindness, not a return: the guide stays theirs.
			if (!event.whole) return 'applied'
			return await toPayment(tx, event.paymentIntentId, (purchase) =>
				moveIfAllowed(tx, purchase, 'refunded', cause),
			)
		case 'refund failed':
			// It may be old news, so what to do is decided by how the payment stands when the provider is asked.
			return await toPayment(tx, event.paymentIntentId, () =>
				followUps.settleFailedRefund(tx, event.paymentIntentId),
			)
		case 'dispute opened':
			return await toPayment(tx, event.paymentIntentId, (purchase) =>
				openDispute(tx, purchase, event.disputeId, cause),
			)
		case 'dispute closed':
			return await toPayment(tx, event.paymentIntentId, (purchase) =>
				closeDispute(tx, purchase, event, { cause, followUps }),
			)
		case 'other':
			return 'ignored'
	}
}

/** Does something to the purchase a payment was made for, or says which payment there is to wait for. */
async function toPayment(
	tx: Transaction,
	paymentIntentId: string,
	act: (purchase: Purchase) => Promise<void>,
): Promise<Outcome> {
	await lockPayment(tx, paymentIntentId)
	const purchase = await lockPurchase(
		tx,
		sql`p.id = (select c.purchase_id from shop.checkouts c where c.payment_intent_id = ${paymentIntentId})`,
	)
	if (purchase === undefined || isUnsettled(purchase.status)) return { waitsFor: paymentIntentId }
	await act(purchase)
	return 'applied'
}

async function moveIfAllowed(
	tx: Transaction,
	purchase: Purchase,
	to: PurchaseStatus,
	cause: Cause,
): Promise<void> {
	if (mayMove(purchase.status, to)) await movePurchase(tx, purchase, to, cause)
}

async function openDispute(
	tx: Transaction,
	purchase: Purchase,
	disputeId: string,
	cause: Cause,
): Promise<void> {
	const isClosed = await tx.query(sql`
		select from shop.checkouts where purchase_id = ${purchase.id} and ${disputeId} = any (closed_disputes)`)
	if (isClosed.length === 0) await moveIfAllowed(tx, purchase, 'disputed', cause)
}

async function closeDispute(
	tx: Transaction,
	purchase: Purchase,
	{ disputeId, won }: Extract<PaymentEvent, { kind: 'dispute closed' }>,
	{ cause, followUps }: Handling,
): Promise<void> {
	await tx.execute(sql`
		update shop.checkouts set closed_disputes = array_append(closed_disputes, ${disputeId})
		where purchase_id = ${purchase.id} and ${disputeId} <> all (closed_disputes)`)
	if (!won) return await moveIfAllowed(tx, purchase, 'refunded', cause)
	// Paid twice, and the bank has just given the second payment back to us.
	if (purchase.status === 'duplicate') return await followUps.refundDuplicate(tx, purchase.id)
	if (purchase.status !== 'disputed') return
	// While it was disputed it was not theirs, so they may have bought it again: then both payments are the shop's.
	if (await isOwned(tx, purchase))
		await holdPurchase(tx, purchase, 'paid twice: bought again while disputed', cause)
	else await movePurchase(tx, purchase, 'completed', cause)
}
