import type { Logger } from 'pino'
import { z } from 'zod'
import type { Database, Transaction } from '#server/platform/db/database.ts'
import { exists, one } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import { addJob } from '#server/platform/jobs/queue.ts'
import { type Clock, dayMs } from '#shared/clock.ts'
import { disputesOutcome, followDisputes, returnGuide, storeDisputes } from './follow-disputes.ts'
import { sendRefundNoticeJob } from './jobs.ts'
import type { CurrentPayment, PaymentProvider } from './payment-provider.ts'
import {
	awaitsPayment,
	holdPurchase,
	isOwned,
	lockPayment,
	lockPurchase,
	mayMove,
	movePurchase,
	type Purchase,
	refundHasFailed,
	storedPence,
} from './purchases.ts'
import { wasReturnedByHand } from './return-by-hand.ts'

export interface SyncOptions {
	database: Database
	payments: Pick<PaymentProvider, 'getPayment'>
	clock: Clock
	log: Logger
}

/**
 * Updates a purchase to match the refunds and disputes that the provider now reports for its payment. Events take a guide away
 * immediately, without waiting for this function. If a refund failed, or a lost dispute was won on appeal, the shop has the money
 * again. The buyer then gets the guide back or, if that is impossible, the purchase goes on hold. A second call changes nothing.
 * Throws `ProviderFailure`.
 */
export async function syncPayment(options: SyncOptions, paymentIntentId: string): Promise<void> {
	const { database, payments, clock, log } = options
	// Rounded down to whole seconds, like the times of the provider's events. An event of the same second then does not count as
	// older than this answer.
	const askedAt = new Date(Math.floor(clock.now().getTime() / 1000) * 1000)
	const payment = await payments.getPayment(paymentIntentId)
	if (payment === undefined)
		return log.error({ paymentIntentId }, 'the payment provider does not have a payment of ours')
	const restored = await database.asServer((tx) => applyProviderState(tx, payment, { ...options, askedAt }))
	if (restored === undefined) return
	const about = { purchaseId: restored.id, paymentIntentId, status: restored.status }
	log.error(about, 'refunded money is with the shop again')
}

/** Updates the purchase of a payment. Returns it if refunded money has come back to the shop, and undefined otherwise. */
async function applyProviderState(
	tx: Transaction,
	payment: CurrentPayment,
	{ clock, askedAt }: SyncOptions & { askedAt: Date },
): Promise<Purchase | undefined> {
	await lockPayment(tx, payment.paymentIntentId)
	const purchase = await lockPurchase(
		tx,
		sql`p.id = (select c.purchase_id from shop.checkouts c where c.payment_intent_id = ${payment.paymentIntentId})`,
	)
	if (purchase === undefined || awaitsPayment(purchase.status)) return undefined
	await storeDisputes(tx, payment.disputes, { at: askedAt, isCurrent: true })
	const isFullyRefunded = payment.refundedPence >= payment.amountPence
	const followed =
		isFullyRefunded && purchase.status !== 'refunded' && mayMove(purchase.status, 'refunded')
			? await movePurchase(tx, purchase, 'refunded', 'reconciliation')
			: await followDisputes(tx, purchase, 'reconciliation', totalsOf(payment))
	await storeRefunds(tx, followed, { payment, now: clock.now() })
	if (isFullyRefunded || followed.status !== purchase.status) return undefined
	return await restore(tx, followed, payment)
}

/** Undoes a refund or a lost dispute if its money has come back to the shop. */
async function restore(
	tx: Transaction,
	purchase: Purchase,
	payment: CurrentPayment,
): Promise<Purchase | undefined> {
	const hasFailed = payment.refunds.some(({ stands }) => !stands)
	const outcome = await disputesOutcome(tx, purchase, totalsOf(payment))
	if (!['refunded', 'duplicate', 'held'].includes(purchase.status) || outcome === 'lost') return undefined
	if (!hasFailed && (purchase.status !== 'refunded' || payment.disputes.length === 0)) return undefined
	if (await wasReturnedByHand(tx, purchase)) return undefined
	// Forgets the refund, because otherwise the payment would still count as refunded.
	await tx.execute(sql`update shop.checkouts set refund_id = null where purchase_id = ${purchase.id}`)
	const cause = hasFailed ? 'refund failed' : 'dispute won'
	if (purchase.status === 'held') return await holdFor(tx, purchase, refundHasFailed)
	if (outcome === 'open')
		return purchase.status === 'refunded' ? await movePurchase(tx, purchase, 'disputed', cause) : purchase
	const wasDelivered = purchase.status === 'refunded' && (await hasBeenOwned(tx, purchase))
	if (hasFailed)
		return wasDelivered && purchase.user_id !== null && !(await isOwned(tx, purchase))
			? await movePurchase(tx, purchase, 'completed', cause)
			: await holdPurchase(tx, purchase, refundHasFailed, cause)
	// The purchase was on hold before its money was taken, and the owner still has to decide about it.
	if (!wasDelivered) return await movePurchase(tx, purchase, 'held', cause)
	return await returnGuide(tx, purchase, cause)
}

function totalsOf({ amountPence, refundedPence }: CurrentPayment) {
	return { paidPence: amountPence, refundedPence }
}

/** Changes the reason for holding a purchase; returns undefined if it had that reason already. */
async function holdFor(tx: Transaction, purchase: Purchase, reason: string): Promise<Purchase | undefined> {
	const changed = await tx.execute(sql`
		update shop.checkouts set held_reason = ${reason}
		where purchase_id = ${purchase.id} and held_reason is distinct from ${reason}`)
	return changed === 1 ? purchase : undefined
}

async function hasBeenOwned(tx: Transaction, { id }: Purchase): Promise<boolean> {
	return await exists(
		tx,
		sql`select from shop.purchase_history where purchase_id = ${id} and to_status = 'completed' limit 1`,
	)
}

const lineSchema = z.object({ at: z.date().nullable() })
const idSchema = z.object({ id: z.string() })

interface KeepRefunds {
	payment: CurrentPayment
	now: Date
}

/** Money that went back to a buyer; `id` is the provider's id of the refund or dispute. */
interface Returned {
	id: string
	kind: 'refund' | 'dispute'
	amountPence: number
	at: Date
}

/** Older refunds, such as those found after an upgrade, are not announced: buyers have seen them on their bank statements. */
const newsMs = 7 * dayMs

/**
 * Stores the money returned to the buyer of a purchase, as the provider reports it now, and enqueues emails about what is new. A
 * refund that has failed since it was stored no longer counts.
 */
async function storeRefunds(
	tx: Transaction,
	{ id: purchaseId, user_id }: Purchase,
	{ payment, now }: KeepRefunds,
): Promise<void> {
	const returned = await returnedOf(tx, purchaseId, payment, now)
	const standing = returned.map(({ id }) => id)
	const changed = await tx.query(
		sql`
		update public.refunds
		set stands = id = any (${standing}),
			-- If a refund counts again, the buyer gets another email about it.
			mailed_at = case when not stands then null else mailed_at end,
			withdrawal_mailed_at = null
		where purchase_id = ${purchaseId} and kind <> 'by hand' and stands <> (id = any (${standing}))
		returning id`,
		idSchema,
	)
	for (const { id } of changed) await addJob(tx, sendRefundNoticeJob, { refundId: id })
	for (const { id, kind, amountPence, at } of returned) {
		const added = await tx.execute(sql`
			insert into public.refunds (id, purchase_id, user_id, kind, amount_pence, at)
			values (${id}, ${purchaseId}, ${user_id}, ${kind}, ${storedPence(amountPence)}, ${at})
			on conflict (id) do nothing`)
		if (added === 1 && now.getTime() - at.getTime() < newsMs)
			await addJob(tx, sendRefundNoticeJob, { refundId: id })
	}
}

async function returnedOf(
	tx: Transaction,
	purchaseId: string,
	{ refunds, disputes }: CurrentPayment,
	now: Date,
): Promise<Returned[]> {
	const lost = disputes.filter(({ state }) => state === 'lost')
	const lostAt = lost.length === 0 ? now : await takenAwayAt(tx, purchaseId, now)
	return [
		...refunds
			.filter(({ stands }) => stands)
			.map(({ id, amountPence, createdAt: at }) => ({ id, kind: 'refund' as const, amountPence, at })),
		...lost.map(({ id, amountPence }) => ({ id, kind: 'dispute' as const, amountPence, at: lostAt })),
	]
}

/**
 * Returns when a dispute was lost. The provider does not report that time, so this is when the guide was taken away. If no guide
 * was taken away, returns `now`.
 */
async function takenAwayAt(tx: Transaction, purchaseId: string, now: Date): Promise<Date> {
	const { at } = await one(
		tx,
		sql`
		select max(at) as at from shop.purchase_history where purchase_id = ${purchaseId} and to_status = 'refunded'`,
		lineSchema,
	)
	return at ?? now
}
