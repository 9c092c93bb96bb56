import { z } from 'zod'
import type { Transaction } from '#server/platform/db/database.ts'
import { maybeOne } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import { addJob } from '#server/platform/jobs/queue.ts'
import { applyPaymentChange, type EventOutcome, recordOutcome } from '#server/shop/apply-payment-change.ts'
import { failPurchase } from '#server/shop/fail-purchase.ts'
import { fulfil } from '#server/shop/fulfil.ts'
import { compareWithProviderJob } from '#server/shop/jobs.ts'
import { type CheckoutSession, isPaidHere, type PaymentEvent } from '#server/shop/payment-provider.ts'
import type { ShopContext } from '#server/shop/shop-context.ts'

// How far back to compare after a restore: the backup may be weeks old, and a bank debit may settle two weeks after its Checkout
// Session was opened.
const restoredDays = 30

/**
 * Applies a stored event, once. If the event's payment has not settled a purchase yet, the event waits until it has. `cardCountry` is
 * what `readCardOfEvent` has returned.
 */
export async function applyStoredEvent(
	tx: Transaction,
	eventId: string,
	shop: ShopContext,
	cardCountry?: CheckoutSession['cardCountry'],
): Promise<void> {
	const row = await maybeOne(
		tx,
		sql`select payload from shop.payment_events where id = ${eventId} and processed_at is null for update`,
		z.object({ payload: z.unknown() }),
	)
	if (row === undefined) return
	const event = shop.payments.readEvent(row.payload)
	const outcome = await applyEvent(
		tx,
		event.kind === 'checkout'
			? { ...event, checkoutSession: { ...event.checkoutSession, cardCountry } }
			: event,
		shop,
	)
	await recordOutcome(tx, eventId, { outcome, shop })
}

/** Applies one event of the provider. Events may arrive in any order and more than once; unknown kinds change nothing. */
export async function applyEvent(
	tx: Transaction,
	event: PaymentEvent,
	shop: ShopContext,
): Promise<EventOutcome> {
	switch (event.kind) {
		case 'checkout': {
			const { checkoutSession, at: paidAt } = event
			const purchase = await fulfil(tx, { checkoutSession, cause: 'event', paidAt, shop })
			if (purchase !== undefined) return 'applied'
			// Our records lack this purchase, as can happen after a backup was restored. They may lack others too.
			if (isPaidHere(checkoutSession))
				await addJob(tx, compareWithProviderJob, { days: restoredDays }, { key: 'compare-with-provider' })
			return 'ignored'
		}
		case 'payment failed': {
			const purchase = await failPurchase(tx, event.checkoutSession.id, 'event')
			return purchase === undefined ? 'ignored' : 'applied'
		}
		case 'other':
			return 'ignored'
		default:
			return await applyPaymentChange(tx, event)
	}
}
