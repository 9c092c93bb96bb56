import type { Transaction } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { followDisputes, keepDisputes } from '#server/shop/follow-disputes.ts'
import { type FollowUps, fulfil } from '#server/shop/fulfil.ts'
import { isPaidHere, type PaymentEvent } from '#server/shop/payment-provider.ts'
import { isUnsettled, mayMove, type PurchaseStatus } from '#server/shop/purchase-states.ts'
import { type Cause, lockPayment, lockPurchase, movePurchase, type Purchase } from '#server/shop/purchases.ts'

/**
 * What became of an event. `ignored`: it is about something else, such as another product sold on the same account.
 * `waitsFor`: no purchase has been settled with this payment intent yet.
 */
export type Outcome = 'applied' | 'ignored' | { waitsFor: string }

interface Handling {
	/** Whether the provider sent it, or we asked. */
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
			return await toPayment(tx, event.paymentIntentId, async (purchase) => {
				if (event.whole) await moveIfAllowed(tx, purchase, 'refunded', cause)
				await followUps.settlePayment(tx, event.paymentIntentId)
			})
		case 'refund changed':
			return await toPayment(tx, event.paymentIntentId, () =>
				followUps.settlePayment(tx, event.paymentIntentId),
			)
		case 'dispute':
			return await toPayment(tx, event.paymentIntentId, async (purchase) => {
				const isNews = await keepDisputes(tx, [event.dispute], { at: event.at, isCurrent: false })
				await followDisputes(tx, purchase, { cause, followUps })
				if (isNews) await followUps.settlePayment(tx, event.paymentIntentId)
			})
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
