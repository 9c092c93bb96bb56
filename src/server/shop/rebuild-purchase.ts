import type { Transaction } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { fulfil } from '#server/shop/fulfil.ts'
import type { CheckoutSession } from '#server/shop/payment-provider.ts'
import { type Purchase, setCause } from '#server/shop/purchases.ts'
import type { ShopContext } from '#server/shop/shop-context.ts'

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
	// Not `pending`: the buyer may have begun the same purchase again, and nobody has two pending ones.
	await tx.execute(sql`
		with purchase as (
			insert into public.purchases
				(id, user_id, catalogue_id, product_id, product_name, price, status, stripe_session_id, created_at)
			select ${session.purchaseId}, (select u.id from auth.users u where u.id = ${session.userId}), p.id,
				p.product_id, p.title, ${session.subtotalPence}::numeric / 100, 'expired', ${session.id}, ${session.createdAt}
			from public.products p where p.id = ${session.catalogueId}
			on conflict do nothing
			returning id
		)
		insert into shop.checkouts (purchase_id, session_id, expires_at)
		select id, ${session.id}, ${session.expiresAt}::timestamptz from purchase`)
	return await fulfil(tx, { session, cause: 'reconciliation', paidAt: session.createdAt, shop })
}
