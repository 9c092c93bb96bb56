import type { Database } from '#server/db/database.ts'
import { sql } from '#server/db/sql.ts'
import type { PaymentProvider } from '#server/shop/payment-provider.ts'

interface RefundOptions {
	database: Database
	payments: PaymentProvider
}

/** Gives back a second payment for a guide that was owned already. Asked twice, it refunds once. */
export async function refundDuplicate(
	{ database, payments }: RefundOptions,
	purchaseId: string,
): Promise<void> {
	const [row] = await database.query<{ payment_intent_id: string | null }>(sql`
		select c.payment_intent_id from shop.checkouts c join public.purchases p on p.id = c.purchase_id
		where p.id = ${purchaseId} and p.status = 'duplicate' and c.refund_id is null`)
	if (row === undefined) return
	if (row.payment_intent_id === null) throw new Error('a duplicate payment has no payment intent to refund')
	const refundId = await payments.refund(row.payment_intent_id, purchaseId)
	await database.query(
		sql`update shop.checkouts set refund_id = ${refundId} where purchase_id = ${purchaseId}`,
	)
}
