import type { Database } from '#server/db/database.ts'
import { sql } from '#server/db/sql.ts'
import type { PaymentProvider } from '#server/shop/payment-provider.ts'
import type { FaultPoint } from '#shared/fault-point.ts'

interface RefundOptions {
	database: Database
	payments: Pick<PaymentProvider, 'refund'>
	faultPoint: FaultPoint
}

/**
 * Gives back a payment nobody can have a guide for: a second one for a guide owned already, or one that came after its account
 * was deleted. Asked twice, it refunds once.
 */
export async function refundDuplicate(
	{ database, payments, faultPoint }: RefundOptions,
	purchaseId: string,
): Promise<void> {
	const [row] = await database.query<{ payment_intent_id: string | null }>(sql`
		select c.payment_intent_id from shop.checkouts c join public.purchases p on p.id = c.purchase_id
		where p.id = ${purchaseId} and (p.status = 'duplicate' or p.status = 'held' and p.user_id is null) and c.refund_id is null`)
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
