import type { Database } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { fulfil } from '#server/shop/fulfil.ts'
import type { PaymentProvider } from '#server/shop/payment-provider.ts'
import { isUnsettled } from '#server/shop/purchase-states.ts'
import { lockPurchase, movePurchase } from '#server/shop/purchases.ts'
import type { ShopContext } from '#server/shop/shop-context.ts'

interface CloseOptions {
	database: Database
	payments: Pick<PaymentProvider, 'getCheckout' | 'expireCheckout'>
	shop: ShopContext
}

/**
 * Ends a payment somebody had begun when they deleted their account. A page still open can no longer be paid; what was paid
 * all the same is held and given back, now or whenever the provider tells of it. Asked twice, it does no more.
 */
export async function closeCheckout(
	{ database, payments, shop }: CloseOptions,
	purchaseId: string,
): Promise<void> {
	const sessionId = await database.asServer(async (tx) => {
		const purchase = await lockPurchase(tx, sql`p.id = ${purchaseId} and p.user_id is null`)
		if (purchase === undefined || !isUnsettled(purchase.status)) return null
		// No page was opened for it, or one is being opened now: whoever opens it will find this, and ask for its closing.
		if (purchase.stripe_session_id === null && purchase.status === 'pending')
			await movePurchase(tx, purchase, 'expired', 'account deleted')
		return purchase.stripe_session_id
	})
	if (sessionId === null) return
	await payments.expireCheckout(sessionId)
	const session = await payments.getCheckout(sessionId)
	if (session === undefined) return
	await database.asServer((tx) =>
		fulfil(tx, { session, cause: 'account deleted', paidAt: shop.clock.now(), shop }),
	)
}
