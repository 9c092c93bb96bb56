import type { Database } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { fulfil } from '#server/shop/fulfil.ts'
import type { PaymentProvider } from '#server/shop/payment-provider.ts'
import { awaitsPayment, lockPurchase, movePurchase } from '#server/shop/purchases.ts'
import type { ShopContext } from '#server/shop/shop-context.ts'

interface CloseOptions {
	database: Database
	payments: Pick<PaymentProvider, 'getCheckout' | 'expireCheckout'>
	shop: ShopContext
}

/**
 * Closes the checkout of a deleted account, so that a page which is still open can no longer be paid. If the buyer has paid
 * already, the purchase is put on hold and refunded, now or when the provider reports the payment. A second call changes nothing.
 */
export async function closeCheckout(
	{ database, payments, shop }: CloseOptions,
	purchaseId: string,
): Promise<void> {
	const checkoutSessionId = await database.asServer(async (tx) => {
		const purchase = await lockPurchase(tx, sql`p.id = ${purchaseId} and p.user_id is null`)
		if (purchase === undefined || !awaitsPayment(purchase.status)) return null
		// Either no page was opened, or a request is opening one now. That request will find the account deleted, and enqueue this
		// job again.
		if (purchase.stripe_session_id === null && purchase.status === 'pending')
			await movePurchase(tx, purchase, 'expired', 'account deleted')
		return purchase.stripe_session_id
	})
	if (checkoutSessionId === null) return
	await payments.expireCheckout(checkoutSessionId)
	const checkoutSession = await payments.getCheckout(checkoutSessionId)
	if (checkoutSession === undefined) return
	await database.asServer((tx) =>
		fulfil(tx, { checkoutSession, cause: 'account deleted', paidAt: shop.clock.now(), shop }),
	)
}
