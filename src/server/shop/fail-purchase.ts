import type { Transaction } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { addJob } from '#server/platform/jobs/queue.ts'
import { sendPaymentNoticeJob } from '#server/shop/jobs.ts'
import { type Cause, lockPurchase, mayMove, movePurchase, type Purchase } from '#server/shop/purchases.ts'

/**
 * Ends the purchase of a Checkout Session whose payment took days and has failed, and tells the buyer, whom the checkout told to
 * wait. Further calls change nothing. Returns undefined if the Checkout Session is not one of ours.
 */
export async function failPurchase(
	tx: Transaction,
	checkoutSessionId: string,
	cause: Cause,
): Promise<Purchase | undefined> {
	const purchase = await lockPurchase(tx, sql`p.stripe_session_id = ${checkoutSessionId}`)
	if (purchase === undefined || !mayMove(purchase.status, 'failed')) return purchase
	const failed = await movePurchase(tx, purchase, 'failed', cause)
	await addJob(tx, sendPaymentNoticeJob, { purchaseId: purchase.id, notice: 'payment_failed' })
	return failed
}
