import type { Transaction } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { fulfil } from '#server/shop/fulfil.ts'
import type { CheckoutSession } from '#server/shop/payment-provider.ts'
import { insertPurchase, type Purchase, purchaseSchema, setCause } from '#server/shop/purchases.ts'
import type { ShopContext } from '#server/shop/shop-context.ts'

const productSchema = purchaseSchema.pick({
	user_id: true,
	catalogue_id: true,
	product_id: true,
	product_name: true,
	currency: true,
})

/**
 * Recreates the purchase of a paid session that is missing from our records, as after a restored backup. It is written from the
 * metadata we put into the session when it was opened, and then fulfilled like any other. If its user is unknown as well,
 * it has no account, and `fulfil` puts it on hold. Returns undefined if the session is not one of ours, or is for a product that
 * was never in our catalogue.
 */
export async function rebuildPurchase(
	tx: Transaction,
	session: CheckoutSession,
	shop: ShopContext,
): Promise<Purchase | undefined> {
	if (session.purchaseId === null || session.userId === null || session.catalogueId === null) return undefined
	await setCause(tx, 'reconciliation')
	const [product] = await tx.query(
		sql`
		select p.id as catalogue_id, p.product_id, p.title as product_name, p.currency,
			(select u.id from auth.users u where u.id = ${session.userId}) as user_id
		from public.products p where p.id = ${session.catalogueId}`,
		productSchema,
	)
	if (product !== undefined)
		await insertPurchase(tx, {
			...product,
			id: session.purchaseId,
			price_pence: session.subtotalPence,
			// Not `pending`: the buyer may have begun the same purchase again, and nobody has two pending ones.
			status: 'expired',
			stripe_session_id: session.id,
			created_at: session.createdAt,
			checkout: { expiresAt: session.expiresAt },
		})
	return await fulfil(tx, { session, cause: 'reconciliation', paidAt: session.createdAt, shop })
}
