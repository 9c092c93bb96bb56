import type { Transaction } from '#server/db/database.ts'
import { sql } from '#server/db/sql.ts'
import { type FollowUps, fulfil } from '#server/shop/fulfil.ts'
import type { PaymentEvent } from '#server/shop/payment-provider.ts'
import { mayMove, type PurchaseStatus } from '#server/shop/purchase-states.ts'
import { lockPurchase, movePurchase } from '#server/shop/purchases.ts'

/** Acts on one event of the provider, in whatever order and however often events come. Unknown kinds change nothing. */
export async function handlePaymentEvent(
	tx: Transaction,
	event: PaymentEvent,
	followUps: FollowUps,
): Promise<void> {
	switch (event.kind) {
		case 'checkout':
			await fulfil(tx, { session: event.session, cause: 'event', followUps })
			return
		case 'payment failed':
			return await moveIfPossible(tx, sql`p.stripe_session_id = ${event.session.id}`, 'failed')
		case 'refunded':
			// A part given back is a kindness, not a return: the guide stays theirs.
			return event.whole ? await moveIfPossible(tx, byPayment(event.paymentIntentId), 'refunded') : undefined
		case 'dispute opened':
			return await moveIfPossible(tx, byPayment(event.paymentIntentId), 'disputed')
		case 'dispute closed':
			return await moveIfPossible(tx, byPayment(event.paymentIntentId), event.won ? 'completed' : 'refunded')
		case 'other':
			return
	}
}

function byPayment(paymentIntentId: string) {
	return sql`p.id = (select c.purchase_id from shop.checkouts c where c.payment_intent_id = ${paymentIntentId})`
}

async function moveIfPossible(
	tx: Transaction,
	condition: ReturnType<typeof sql>,
	to: PurchaseStatus,
): Promise<void> {
	const purchase = await lockPurchase(tx, condition)
	if (purchase !== undefined && mayMove(purchase.status, to)) await movePurchase(tx, purchase, to, 'event')
}
