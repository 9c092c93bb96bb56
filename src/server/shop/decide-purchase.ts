import type { Logger } from 'pino'
import { z } from 'zod'
import type { Database, Transaction } from '#server/platform/db/database.ts'
import { maybeOne } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import { heldByBank, nothingToRefund, paymentNotFound, purchaseWasFree } from '#server/shop/errors.ts'
import { hashOf } from '#server/shop/execution.ts'
import { disputesOutcome, hasOpenDispute } from '#server/shop/follow-disputes.ts'
import { type PaymentProvider, ProviderFailure } from '#server/shop/payment-provider.ts'
import { DecisionError, PlanChanged, type Recorded } from '#server/shop/plan.ts'
import {
	enqueueSettlement,
	isDeletionOnRecord,
	isOwned,
	lockPurchase,
	mayMove,
	movePurchase,
	type Purchase,
	recordDecision,
} from '#server/shop/purchases.ts'
import { issueAndSendReceipt } from '#server/shop/receipts.ts'
import { countRefundsAsked, type RefundJob, refundJob } from '#server/shop/refunds-under-way.ts'
import type { ShopContext } from '#server/shop/shop-context.ts'
import { refundPartJob, refundPurchaseJob } from './jobs.ts'

const checkoutSchema = z.object({ payment_intent_id: z.string().nullable() })

interface Provider {
	database: Database
	payments: Pick<PaymentProvider, 'refund' | 'refundPart'>
}

/** A refund that a member of staff, or the owner on the command line, asks for. */
interface RefundRequest {
	by: string
	reason: string | undefined
	/** Runs the transaction that is recorded in the log. */
	recorded: Recorded
	/** Throws `DecisionError` if this person may not make the decision. Called in the transaction that records the request. */
	requireAllowed?: ((tx: Transaction) => Promise<void>) | undefined
	/** What the refund was planned on. */
	seen: SeenRefunds
}

/** What has been refunded of a payment, as the person who asks for another refund was shown it. */
export interface SeenRefunds {
	/** How many refunds members had asked for. */
	asked: number
	/** How much of the payment was left. */
	leftPence: number
}

/**
 * Delivers a purchase that is on hold, with its receipt. Throws `DecisionError` if it is not on hold or its user cannot have the
 * guide.
 */
export async function releasePurchase(
	tx: Transaction,
	purchaseId: string,
	shop: Pick<ShopContext, 'seller' | 'clock' | 'faultPoint'>,
): Promise<Purchase> {
	const purchase = await lockKnownPurchase(tx, purchaseId)
	if (purchase.status !== 'held')
		throw new DecisionError(
			`Purchase ${purchaseId} is ${purchase.status}, not on hold: there is nothing to release.`,
		)
	if (purchase.user_id === null)
		throw new DecisionError(
			(await isDeletionOnRecord(tx, purchase.id, null))
				? 'Its account has been deleted, so the guide can’t be delivered to anybody. Refund it instead.'
				: 'It belongs to no account here. Attach it to one, or refund it.',
		)
	if (await isOwned(tx, purchase))
		throw new DecisionError('They already own this guide through another purchase. Refund this one instead.')
	if ((await disputesOutcome(tx, purchase)) === 'open') throw heldByBank()
	const completed = await movePurchase(tx, purchase, 'completed', 'operator')
	await issueAndSendReceipt(tx, purchase.id, { paidAt: shop.clock.now(), shop })
	return completed
}

/**
 * Refunds what is left of a payment, and then takes the guide away. If the provider's answer is lost, a job asks again; the
 * provider still refunds only once. Throws `DecisionError` if there is nothing to give back, or if the outcome is not known yet.
 */
export async function refundPurchase(
	provider: Provider,
	purchaseId: string,
	request?: RefundRequest,
): Promise<Purchase> {
	const job = refundJob(refundPurchaseJob, { purchaseId }, purchaseId)
	return await refundWhole(provider, purchaseId, { request, job })
}

async function refundWhole(
	{ database, payments }: Provider,
	purchaseId: string,
	{ request, job }: { request?: RefundRequest | undefined; job?: RefundJob },
): Promise<Purchase> {
	const begin = async (tx: Transaction) => {
		const { paymentIntentId, userId } = await beginRefund(tx, purchaseId, request)
		if (paymentIntentId !== null) await job?.begin(tx)
		return { answer: paymentIntentId, purchaseId, userId }
	}
	const paymentIntentId =
		request === undefined ? (await database.asServer(begin)).answer : await request.recorded(begin)
	// If a promotion code took off the whole price, nothing was paid, and there is nothing to ask the provider for.
	if (paymentIntentId !== null) {
		const ask = () => askForRefund(() => payments.refund(paymentIntentId, purchaseId), paymentIntentId)
		await (job === undefined ? ask() : askUnderJob(database, job, ask))
	}
	return await database.asServer(async (tx) => {
		const now = await lockKnownPurchase(tx, purchaseId)
		if (paymentIntentId !== null) await enqueueSettlement(tx, paymentIntentId)
		await job?.end(tx)
		// The provider's event about this refund may have arrived first.
		if (!mayMove(now.status, 'refunded')) return now
		if (request !== undefined) await recordDecision(tx, request)
		return await movePurchase(tx, now, 'refunded', 'operator')
	})
}

/**
 * Refunds a part of a payment; the buyer keeps the guide. One plan makes one refund: if another refund has been asked for since it
 * was made, `PlanChanged` is thrown, and the provider knows the refund by a key that is derived from the plan. If the provider's
 * answer is lost, a job asks again under the same key. Throws `DecisionError` in the same cases as `refundPurchase`, and if less
 * than this part is left of the payment.
 */
export async function refundPart(
	{ database, payments }: Provider,
	purchaseId: string,
	{ amountPence, ...request }: RefundRequest & { amountPence: number },
): Promise<void> {
	const { paymentIntentId, part, job } = await request.recorded(async (tx) => {
		const begun = await beginRefund(tx, purchaseId, request)
		if (begun.paymentIntentId === null)
			throw new DecisionError('Nothing was paid: there is nothing to give back.')
		const key = hashOf([purchaseId, amountPence, request.seen])
		const part = { purchaseId, amountPence, key }
		const job = refundJob(refundPartJob, part, key)
		await job.begin(tx)
		return {
			answer: { paymentIntentId: begun.paymentIntentId, part, job },
			purchaseId,
			userId: begun.userId,
			details: { amount_pence: amountPence },
		}
	})
	await askUnderJob(database, job, () =>
		askForRefund(() => payments.refundPart(paymentIntentId, part), paymentIntentId),
	)
	await database.asServer(async (tx) => {
		// Under the lock, so that whoever finds no job there also finds what it refunded.
		await lockKnownPurchase(tx, purchaseId)
		await enqueueSettlement(tx, paymentIntentId)
		await job.end(tx)
	})
}

/** Asks for a refund whose job is queued. Lets the job ask again if the outcome is unknown, and removes it if the provider refuses. */
async function askUnderJob(database: Database, job: RefundJob, ask: () => Promise<void>): Promise<void> {
	try {
		await ask()
	} catch (error) {
		if (error instanceof DecisionError)
			await database.asServer((tx) => (isOpen(error) ? job.askAgain(tx) : job.end(tx)))
		throw error
	}
}

/** Checks that there is something to give back, before the provider is asked. */
async function beginRefund(
	tx: Transaction,
	purchaseId: string,
	request: RefundRequest | undefined,
): Promise<{ paymentIntentId: string | null; userId: string | null }> {
	const purchase = await lockKnownPurchase(tx, purchaseId)
	if (!mayMove(purchase.status, 'refunded')) throw nothingToRefund(purchaseId, purchase.status)
	if (purchase.price_pence === 0) throw purchaseWasFree()
	if (await hasOpenDispute(tx, purchase)) throw heldByBank()
	await request?.requireAllowed?.(tx)
	if (request !== undefined && request.seen.asked !== (await countRefundsAsked(tx, purchaseId)))
		throw new PlanChanged()
	return { paymentIntentId: await paymentIntentOf(tx, purchaseId), userId: purchase.user_id }
}

/** Returns the provider's id of the payment for a purchase, or null if nothing was paid. */
export async function paymentIntentOf(
	tx: Pick<Transaction, 'query'>,
	purchaseId: string,
): Promise<string | null> {
	const row = await maybeOne(
		tx,
		sql`select payment_intent_id from shop.checkouts where purchase_id = ${purchaseId}`,
		checkoutSchema,
	)
	return row?.payment_intent_id ?? null
}

interface RefundAgain extends Provider {
	log: Logger
}

/** Retries a refund whose outcome is unknown, and records the provider's answer. */
export async function refundAgain({ log, ...provider }: RefundAgain, purchaseId: string): Promise<void> {
	await logRefusal(log, purchaseId, () => refundWhole(provider, purchaseId, {}))
}

/** Retries a partial refund whose outcome is unknown. */
export async function refundPartAgain(
	{ database, payments, log }: RefundAgain,
	part: { purchaseId: string; amountPence: number; key: string },
): Promise<void> {
	await logRefusal(log, part.purchaseId, async () => {
		const { paymentIntentId, status } = await database.asServer(async (tx) => ({
			paymentIntentId: await paymentIntentOf(tx, part.purchaseId),
			status: (await lockKnownPurchase(tx, part.purchaseId)).status,
		}))
		if (paymentIntentId === null) return
		// If all of it has been given back meanwhile, perhaps by hand, this part would be more than was paid.
		if (mayMove(status, 'refunded'))
			await askForRefund(() => payments.refundPart(paymentIntentId, part), paymentIntentId)
		await database.asServer((tx) => enqueueSettlement(tx, paymentIntentId))
	})
}

async function logRefusal(log: Logger, purchaseId: string, refund: () => Promise<unknown>): Promise<void> {
	try {
		await refund()
	} catch (error) {
		// While the outcome is unknown, the queue retries. Any other `DecisionError` means that the refund is no longer possible, or
		// that the owner has to act.
		if (isOpen(error) || !(error instanceof DecisionError)) throw error
		log.error({ purchaseId, err: error }, 'a refund requested by the owner was not made')
	}
}

/** Asks the provider for a refund. Throws `DecisionError` if it refuses, or if the outcome is unknown. */
async function askForRefund(
	ask: () => ReturnType<PaymentProvider['refund']>,
	paymentIntentId: string,
): Promise<void> {
	const { kind } = await askProviderForOwner(ask).catch((error: unknown) => {
		if (!isOpen(error)) throw error
		throw new DecisionError(
			`It is not known yet whether the refund was made: ${error.message}. The shop keeps checking, and records it once Stripe says that the money has been refunded.`,
			error.cause,
		)
	})
	if (kind === 'disputed') throw heldByBank()
	if (kind === 'unknown') throw paymentNotFound(paymentIntentId)
}

/** Reports whether the provider may have made the refund without confirming it. */
function isOpen(error: unknown): error is DecisionError {
	return error instanceof DecisionError && error.cause instanceof ProviderFailure && !error.cause.definite
}

/** Returns the provider's answer, and turns a failure into a message for the owner. Throws `DecisionError`. */
export async function askProviderForOwner<T>(ask: () => Promise<T>): Promise<T> {
	try {
		return await ask()
	} catch (error) {
		if (!(error instanceof ProviderFailure)) throw error
		const reason = error.cause instanceof Error ? error.cause.message : String(error.cause)
		throw new DecisionError(`${error.message}: ${reason}`, error)
	}
}

/** Like `askProviderForOwner`, for a question that changes nothing at the provider. */
export async function readProviderForOwner<T>(read: () => Promise<T>): Promise<T> {
	return await askProviderForOwner(read).catch((error: unknown) => {
		if (!isOpen(error)) throw error
		throw new DecisionError(
			`${error.message.replace(/\.$/, '')}. Nothing was changed. Try again in a few minutes.`,
			error.cause,
		)
	})
}

/** Finds and locks the purchase that a decision is about. Throws `DecisionError` if there is none. */
export async function lockKnownPurchase(tx: Transaction, purchaseId: string): Promise<Purchase> {
	const purchase = await lockPurchase(tx, sql`p.id = ${purchaseId}`)
	if (purchase === undefined) throw new DecisionError(`There is no purchase ${purchaseId}.`)
	return purchase
}
