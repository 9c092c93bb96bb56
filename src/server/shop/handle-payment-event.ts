import type { Transaction } from '#server/db/database.ts'
import { type Sql, sql } from '#server/db/sql.ts'
import { type FollowUps, fulfil, isOwned } from '#server/shop/fulfil.ts'
import type { PaymentEvent } from '#server/shop/payment-provider.ts'
import { isUnsettled, mayMove, type PurchaseStatus } from '#server/shop/purchase-states.ts'
import {
	holdPurchase,
	lockPayment,
	lockPurchase,
	movePurchase,
	type Purchase,
} from '#server/shop/purchases.ts'

/**
 * Acts on one event of the provider, in whatever order and however often events come. Unknown kinds change nothing. Returns
 * the payment intent an event has to wait for where no purchase has been settled with it yet; undefined where all is done.
 */
export async function handlePaymentEvent(
	tx: Transaction,
	event: PaymentEvent,
	followUps: FollowUps,
): Promise<string | undefined> {
	switch (event.kind) {
		case 'checkout':
			await fulfil(tx, { session: event.session, cause: 'event', followUps })
			return undefined
		case 'payment failed':
			await fail(tx, sql`p.stripe_session_id = ${event.session.id}`)
			return undefined
		case 'refunded':
			// A part given back is a kindness, not a return: the guide stays theirs.
			if (!event.whole) return undefined
			return await toPayment(tx, event.paymentIntentId, (purchase) => moveIfAllowed(tx, purchase, 'refunded'))
		case 'dispute opened':
			return await toPayment(tx, event.paymentIntentId, (purchase) =>
				openDispute(tx, purchase, event.disputeId),
			)
		case 'dispute closed':
			return await toPayment(tx, event.paymentIntentId, (purchase) => closeDispute(tx, purchase, event))
		case 'other':
			return undefined
	}
}

/** Does something to the purchase a payment was made for, or says which payment there is to wait for. */
async function toPayment(
	tx: Transaction,
	paymentIntentId: string,
	act: (purchase: Purchase) => Promise<void>,
): Promise<string | undefined> {
	await lockPayment(tx, paymentIntentId)
	const purchase = await lockPurchase(
		tx,
		sql`p.id = (select c.purchase_id from shop.checkouts c where c.payment_intent_id = ${paymentIntentId})`,
	)
	if (purchase === undefined || isUnsettled(purchase.status)) return paymentIntentId
	await act(purchase)
	return undefined
}

async function fail(tx: Transaction, condition: Sql): Promise<void> {
	const purchase = await lockPurchase(tx, condition)
	if (purchase !== undefined) await moveIfAllowed(tx, purchase, 'failed')
}

async function moveIfAllowed(tx: Transaction, purchase: Purchase, to: PurchaseStatus): Promise<void> {
	if (mayMove(purchase.status, to)) await movePurchase(tx, purchase, to, 'event')
}

async function openDispute(tx: Transaction, purchase: Purchase, disputeId: string): Promise<void> {
	const isClosed = await tx.query(sql`
		select from shop.checkouts where purchase_id = ${purchase.id} and ${disputeId} = any (closed_disputes)`)
	if (isClosed.length === 0) await moveIfAllowed(tx, purchase, 'disputed')
}

async function closeDispute(
	tx: Transaction,
	purchase: Purchase,
	{ disputeId, won }: Extract<PaymentEvent, { kind: 'dispute closed' }>,
): Promise<void> {
	await tx.execute(sql`
		update shop.checkouts set closed_disputes = array_append(closed_disputes, ${disputeId})
		where purchase_id = ${purchase.id}`)
	if (!won) return await moveIfAllowed(tx, purchase, 'refunded')
	if (purchase.status !== 'disputed') return
	// While it was disputed it was not theirs, so they may have bought it again: then both payments are the shop's.
	if (await isOwned(tx, purchase))
		await holdPurchase(tx, purchase, 'paid twice: bought again while disputed', 'event')
	else await movePurchase(tx, purchase, 'completed', 'event')
}
