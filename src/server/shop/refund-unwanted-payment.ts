import type { Logger } from 'pino'
import { z } from 'zod'
import type { Database, Transaction } from '#server/platform/db/database.ts'
import { maybeOne } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import type { FaultPoint } from './fault-point.ts'
import type { PaymentProvider } from './payment-provider.ts'
import {
	cancelledBeforePaid,
	enqueueSettlement,
	holdPurchase,
	lockPurchase,
	paidAfterDeletion,
} from './purchases.ts'

const checkoutSchema = z.object({ payment_intent_id: z.string().nullable() })

interface RefundOptions {
	database: Database
	payments: Pick<PaymentProvider, 'refund'>
	faultPoint: FaultPoint
	log: Logger
}

/**
 * Refunds a payment for which no guide can be delivered: a second payment for the same guide, a payment by an account whose deletion is on
 * record here, or one whose buyer cancelled before it arrived. Other payments are never refunded without the owner's decision. However often this is called, it
 * refunds once.
 */
export async function refundUnwantedPayment(
	{ database, payments, faultPoint, log }: RefundOptions,
	purchaseId: string,
): Promise<void> {
	const row = await maybeOne(
		database,
		sql`
		select c.payment_intent_id from shop.checkouts c join public.purchases p on p.id = c.purchase_id
		where p.id = ${purchaseId} and c.refund_id is null and (
			p.status = 'duplicate' or p.status = 'held' and p.user_id is null and c.held_reason = ${paidAfterDeletion}
			or p.status = 'held' and c.held_reason = ${cancelledBeforePaid}
		)`,
		checkoutSchema,
	)
	if (row === undefined) return
	const paymentIntentId = row.payment_intent_id
	if (paymentIntentId === null) throw new Error('a payment to refund has no payment intent')
	const answer = await payments.refund(paymentIntentId, purchaseId)
	await faultPoint('refund/given')
	switch (answer.kind) {
		case 'refunded':
			return await database.asServer(async (tx) => {
				await tx.execute(
					sql`update shop.checkouts set refund_id = ${answer.refundId} where purchase_id = ${purchaseId}`,
				)
				await enqueueSettlement(tx, paymentIntentId)
			})
		case 'disputed':
			// The bank has the money. If the dispute is won, the refund is enqueued again.
			return
		case 'unknown':
			log.error({ purchaseId, paymentIntentId }, 'the payment provider does not have a payment to refund')
			return await database.asServer((tx) => holdUnknown(tx, purchaseId))
	}
}

/** Puts the purchase on hold for the owner, because asking the provider again would not help. */
async function holdUnknown(tx: Transaction, purchaseId: string): Promise<void> {
	const reason = 'it is to be given back, and Stripe does not know the payment: was it made with another key?'
	const purchase = await lockPurchase(tx, sql`p.id = ${purchaseId}`)
	if (purchase?.status === 'duplicate') await holdPurchase(tx, purchase, reason, 'reconciliation')
	else
		await tx.execute(sql`update shop.checkouts set held_reason = ${reason} where purchase_id = ${purchaseId}`)
}
