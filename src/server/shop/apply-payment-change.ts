import { z } from 'zod'
import type { Transaction } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { followDisputes, storeDisputes } from '#server/shop/follow-disputes.ts'
import { storeFraudWarning } from '#server/shop/fraud-warnings.ts'
import type { PaymentEvent } from '#server/shop/payment-provider.ts'
import {
	awaitsPayment,
	enqueueSettlement,
	lockPayment,
	lockPurchase,
	mayMove,
	movePurchase,
	type Purchase,
} from '#server/shop/purchases.ts'
import type { ShopContext } from '#server/shop/shop-context.ts'

const eventSchema = z.object({ id: z.string(), payload: z.unknown() })

/**
 * What became of an event. `ignored`: it concerns something else, such as another product sold on the same account. `waitsFor`:
 * no purchase has been settled with this payment intent yet.
 */
export type EventOutcome = 'applied' | 'ignored' | { waitsFor: string }

/** An event about a payment that was made earlier: a refund, a dispute or a warning of fraud. */
type PaymentChange = Extract<PaymentEvent, { paymentIntentId: string }>

/** Applies a refund or a dispute to the purchase that was paid with this payment, if there already is such a purchase. */
export async function applyPaymentChange(tx: Transaction, event: PaymentChange): Promise<EventOutcome> {
	const { paymentIntentId } = event
	await lockPayment(tx, paymentIntentId)
	const purchase = await lockPurchase(
		tx,
		sql`p.id = (select c.purchase_id from shop.checkouts c where c.payment_intent_id = ${paymentIntentId})`,
	)
	if (purchase === undefined || awaitsPayment(purchase.status)) return { waitsFor: paymentIntentId }
	const needsSettling = await change(tx, purchase, event)
	if (needsSettling) await enqueueSettlement(tx, paymentIntentId)
	return 'applied'
}

/** Changes the purchase. Returns whether the provider has to be asked for the state of the payment. */
async function change(tx: Transaction, purchase: Purchase, event: PaymentChange): Promise<boolean> {
	switch (event.kind) {
		case 'refunded':
			if (event.whole && mayMove(purchase.status, 'refunded'))
				await movePurchase(tx, purchase, 'refunded', 'event')
			return true
		case 'refund changed':
			return true
		case 'fraud warning':
			await storeFraudWarning(tx, event.warning, event.at)
			return false
		case 'dispute': {
			const isNews = await storeDisputes(tx, [event.dispute], { at: event.at, isCurrent: false })
			await followDisputes(tx, purchase, 'event')
			return isNews
		}
	}
}

/** Applies the refunds and disputes of a payment whose events arrived before the payment itself. */
export async function applyWaitingEvents(
	tx: Transaction,
	paymentIntentId: string,
	shop: ShopContext,
): Promise<void> {
	const waiting = await tx.query(
		sql`
		select id, payload from shop.payment_events
		where waits_for_payment = ${paymentIntentId} and processed_at is null for update`,
		eventSchema,
	)
	for (const { id, payload } of waiting) {
		const event = shop.payments.readEvent(payload)
		if (!('paymentIntentId' in event))
			throw new Error(`event ${id} waits for a payment, but is ${event.kind}`)
		await recordOutcome(tx, id, { outcome: await applyPaymentChange(tx, event), shop })
	}
}

interface Recording {
	outcome: EventOutcome
	shop: Pick<ShopContext, 'clock' | 'faultPoint'>
}

/** Marks a stored event as processed, or as waiting for its payment. */
export async function recordOutcome(
	tx: Transaction,
	eventId: string,
	{ outcome, shop }: Recording,
): Promise<void> {
	await shop.faultPoint('event/moved')
	await tx.execute(
		typeof outcome === 'string'
			? sql`update shop.payment_events set processed_at = ${shop.clock.now()}, outcome = ${outcome} where id = ${eventId}`
			: sql`update shop.payment_events set waits_for_payment = ${outcome.waitsFor} where id = ${eventId}`,
	)
}
