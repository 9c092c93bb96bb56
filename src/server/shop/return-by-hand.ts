import type { Database, Transaction } from '#server/platform/db/database.ts'
import { exists } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import { addJob } from '#server/platform/jobs/queue.ts'
import { paymentIntentOf, readProviderForOwner } from '#server/shop/decide-purchase.ts'
import { heldByBank, nothingToRefund, paymentNotFound } from '#server/shop/errors.ts'
import { hashOf } from '#server/shop/execution.ts'
import { sendRefundNoticeJob } from '#server/shop/jobs.ts'
import type { PaymentProvider } from '#server/shop/payment-provider.ts'
import { DecisionError, PlanChanged, type Recorded } from '#server/shop/plan.ts'
import {
	findPurchase,
	lockPurchase,
	movePurchase,
	type Purchase,
	paidAfterDeletion,
	recordDecision,
} from '#server/shop/purchases.ts'
import { readRefundsUnderWay } from '#server/shop/refunds-under-way.ts'

const refundUnderWay =
	'The shop is refunding it through Stripe at the moment. Return it by hand only if that refund fails: try again in a few minutes.'

interface ReturnOptions {
	database: Database
	payments: Pick<PaymentProvider, 'getPayment'>
}

/** What would be recorded as returned by hand, and what had been asked of the provider when that was read. */
interface Returnable {
	pence: number
	refunds: Awaited<ReturnType<typeof readRefundsUnderWay>>
}

/**
 * Returns how much of a purchase there is to give back outside the provider. Throws `DecisionError` if there is nothing, if the
 * provider has already refunded the purchase, or while it is being asked to.
 */
export async function readReturnable(
	{ database, payments }: ReturnOptions,
	purchaseId: string,
): Promise<Returnable> {
	const intent = await paymentIntentOf(database, purchaseId)
	// Read before the provider is asked, so that a refund in between is noticed.
	const refunds = await readRefundsUnderWay(database, purchaseId)
	const payment = intent === null ? undefined : await readProviderForOwner(() => payments.getPayment(intent))
	if (intent !== null && payment === undefined) throw paymentNotFound(intent)
	if (payment === undefined)
		throw new DecisionError(`Nothing was paid for purchase ${purchaseId}: there is nothing to give back.`)
	if (payment.disputes.some(({ state }) => state === 'open')) throw heldByBank()
	const lost = payment.disputes.reduce((sum, one) => sum + (one.state === 'lost' ? one.amountPence : 0), 0)
	const pence = payment.amountPence - payment.refundedPence - lost
	if (pence <= 0)
		throw new DecisionError('The provider has already refunded this payment: check it with npm run audit.')
	await requireReturnable(database, await findPurchase(database, sql`p.id = ${purchaseId}`), {
		purchaseId,
		refunds,
	})
	return { pence, refunds }
}

/**
 * Closes a purchase that the owner has refunded outside the provider, for example by bank transfer after a failed refund. No
 * money moves. The guide is taken away, the buyer gets an email, and the history records who did it and why. Throws
 * `DecisionError` in the same cases as `readReturnable`, and `PlanChanged` if the purchase is no longer as it was `seen`.
 */
export async function returnByHand(
	options: ReturnOptions,
	purchaseId: string,
	{
		seen,
		by,
		reason,
		recorded,
	}: { seen: Returnable; by: string; reason: string | undefined; recorded: Recorded },
): Promise<{ purchase: Purchase; pence: number }> {
	const { pence, refunds } = await readReturnable(options, purchaseId)
	if (hashOf({ pence, refunds }) !== hashOf(seen)) throw new PlanChanged()
	const purchase = await recorded(async (tx) => {
		const found = await requireReturnable(tx, await lockPurchase(tx, sql`p.id = ${purchaseId}`), {
			purchaseId,
			refunds,
		})
		await recordDecision(tx, { by, reason })
		const refundId = `by-hand-${purchaseId}`
		await tx.execute(sql`
			insert into public.refunds (id, purchase_id, user_id, kind, amount_pence, at)
			values (${refundId}, ${purchaseId}, ${found.user_id}, 'by hand', ${pence}, now())
			on conflict (id) do nothing`)
		await addJob(tx, sendRefundNoticeJob, { refundId })
		return {
			answer: await movePurchase(tx, found, 'refunded', 'returned by hand'),
			userId: found.user_id,
			purchaseId,
			details: { amount_pence: pence },
		}
	})
	return { purchase, pence }
}

/** Throws `DecisionError` unless this purchase may be closed as returned by hand, and `PlanChanged` if `refunds` have changed. */
async function requireReturnable(
	tx: Pick<Transaction, 'query'>,
	purchase: Purchase | undefined,
	{ purchaseId, refunds }: Pick<Returnable, 'refunds'> & { purchaseId: string },
): Promise<Purchase> {
	if (purchase?.status === 'disputed') throw heldByBank()
	if (purchase?.status !== 'completed' && purchase?.status !== 'held')
		throw nothingToRefund(purchaseId, purchase?.status)
	if (await isGivenBackAnyway(tx, purchase))
		throw new DecisionError(
			'Its account has been deleted, so the shop refunds it automatically. Return it by hand only if that refund has failed.',
		)
	const now = await readRefundsUnderWay(tx, purchaseId)
	if (now.isUnderWay) throw new DecisionError(refundUnderWay)
	if (hashOf(now) !== hashOf(refunds)) throw new PlanChanged()
	return purchase
}

/** Reports whether the shop refunds this purchase automatically (`refund-unwanted-payment.ts`). */
async function isGivenBackAnyway(
	tx: Pick<Transaction, 'query'>,
	{ id, status, user_id }: Purchase,
): Promise<boolean> {
	if (status !== 'held' || user_id !== null) return false
	return await exists(
		tx,
		sql`
		select from shop.checkouts where purchase_id = ${id} and held_reason = ${paidAfterDeletion}`,
	)
}

/** Reports whether the owner has given the money back outside the provider. The provider's records do not show this. */
export async function wasReturnedByHand(tx: Transaction, { id }: Purchase): Promise<boolean> {
	return await exists(
		tx,
		sql`select from shop.purchase_history where purchase_id = ${id} and cause = 'returned by hand'`,
	)
}
