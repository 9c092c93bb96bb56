import type { Transaction } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { addJob } from '#server/platform/jobs/queue.ts'
import type { CheckoutSession } from '#server/shop/payment-provider.ts'
import { lockPurchase } from '#server/shop/purchases.ts'

type Kept = 'kept' | 'the purchase has ended' | 'their account is deleted'

/**
 * Stores the session opened for a purchase if the purchase still needs it: much may have happened while the provider answered.
 * If the account was deleted, a job closes the page; if the purchase has ended, the caller does.
 */
export async function keepSession(
	tx: Transaction,
	purchaseId: string,
	session: CheckoutSession,
): Promise<Kept> {
	const purchase = await lockPurchase(tx, sql`p.id = ${purchaseId}`)
	const isGone = purchase === undefined || purchase.user_id === null
	// Another click may have stored the session already, and it may have been paid since.
	const isWanted = purchase?.status === 'pending' || purchase?.stripe_session_id === session.id
	if (!isGone && !isWanted) return 'the purchase has ended'
	await tx.execute(sql`
		with kept as (
			update shop.checkouts
			set session_id = ${session.id}, url = ${session.url}, expires_at = ${session.expiresAt}
			where purchase_id = ${purchaseId}
		)
		update public.purchases set stripe_session_id = ${session.id} where id = ${purchaseId}`)
	if (!isGone) return 'kept'
	await addJob(tx, 'close-checkout', { purchaseId })
	return 'their account is deleted'
}
