import type { Logger } from 'pino'
import type { Database, Transaction } from '#server/db/database.ts'
import { sql } from '#server/db/sql.ts'
import { isOwned } from '#server/shop/fulfil.ts'
import type { Payment, PaymentProvider } from '#server/shop/payment-provider.ts'
import {
	holdPurchase,
	lockPayment,
	lockPurchase,
	movePurchase,
	type Purchase,
	refundHasFailed,
} from '#server/shop/purchases.ts'
import { wasReturnedByHand } from '#server/shop/return-by-hand.ts'

interface SettleOptions {
	database: Database
	payments: Pick<PaymentProvider, 'getPayment'>
	log: Logger
}

/**
 * Acts on a refund that came back because the buyer's bank would not take it: nobody may be left with neither guide nor money.
 * What was bought is theirs again; where that cannot be, the purchase is held for the operator. A payment that is given back
 * all the same, by another refund or by hand, changes nothing. Throws `ProviderFailure`.
 */
export async function settleFailedRefund(
	{ database, payments, log }: SettleOptions,
	paymentIntentId: string,
): Promise<void> {
	const payment = await payments.getPayment(paymentIntentId)
	if (payment === undefined || payment.refundedPence >= payment.amountPence) return
	const settled = await database.asServer((tx) => settle(tx, payment))
	if (settled === undefined) return
	const about = { purchaseId: settled.id, paymentIntentId, status: settled.status }
	log.error(about, 'a refund has failed at the payment provider: the money is with the shop again')
}

async function settle(tx: Transaction, payment: Payment): Promise<Purchase | undefined> {
	const { paymentIntentId } = payment
	await lockPayment(tx, paymentIntentId)
	const purchase = await lockPurchase(
		tx,
		sql`p.id = (select c.purchase_id from shop.checkouts c where c.payment_intent_id = ${paymentIntentId})`,
	)
	// Anything else was not taken away by a refund: a part given back is a kindness, and its failure no loss of a guide.
	if (purchase === undefined || !['refunded', 'duplicate', 'held'].includes(purchase.status)) return undefined
	if (await wasReturnedByHand(tx, purchase)) return undefined
	// Else it would pass for given back.
	await tx.execute(sql`update shop.checkouts set refund_id = null where purchase_id = ${purchase.id}`)
	if (purchase.status === 'held') {
		await tx.execute(
			sql`update shop.checkouts set held_reason = ${refundHasFailed} where purchase_id = ${purchase.id}`,
		)
		return purchase
	}
	if (purchase.status === 'refunded' && (await canBeTheirs(tx, purchase, payment)))
		return await movePurchase(tx, purchase, 'completed', 'refund failed')
	return await holdPurchase(tx, purchase, refundHasFailed, 'refund failed')
}

/** Not where it was never delivered, is disputed as well, was bought again, or has nobody whose it could be. */
async function canBeTheirs(tx: Transaction, purchase: Purchase, payment: Payment): Promise<boolean> {
	if (purchase.user_id === null || payment.isDisputed) return false
	const receipts = await tx.query(sql`select from public.receipts where purchase_id = ${purchase.id}`)
	return receipts.length > 0 && !(await isOwned(tx, purchase))
}
