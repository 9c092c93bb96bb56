import type { Database } from '#server/db/database.ts'
import { sql } from '#server/db/sql.ts'
import type { PaymentProvider } from '#server/shop/payment-provider.ts'
import { paidAfterDeletion } from '#server/shop/purchases.ts'
import type { FaultPoint } from '#shared/fault-point.ts'

interface RefundOptions {
	database: Database
	payments: Pick<PaymentProvider, 'refund'>
	faultPoint: FaultPoint
}

/**
 * Gives back a payment for which no guide can be delivered: a second one for the same guide, or one made by an account whose
 * deletion is on record here. These are the only two that are given back without a person's decision. Asked twice, it refunds
 * once.
 */
export async function refundDuplicate(
	{ database, payments, faultPoint }: RefundOptions,
	purchaseId: string,
): Promise<void> {
	const [row] = await database.query<{ payment_intent_id: string | null }>(sql`
		select c.payment_intent_id from shop.checkouts c join public.purchases p on p.id = c.purchase_id
		where p.id = ${purchaseId} and c.refund_id is null and (
			p.status = 'duplicate' or p.status = 'held' and p.user_id is null and c.held_reason = ${paidAfterDeletion}
		)`)
	if (row === undefined) return
	if (row.payment_intent_id === null) throw new Error('a payment to give back has no payment intent')
	const refundId = await payments.refund(row.payment_intent_id, purchaseId)
	await faultPoint('refund/given')
	// Disputed: the bank has the money. If the dispute is won, this is asked for again.
	if (refundId === null) return
	await database.query(
		sql`update shop.checkouts set refund_id = ${refundId} where purchase_id = ${purchaseId}`,
	)
}
