import { z } from 'zod'
import type { Transaction } from '#server/platform/db/database.ts'
import { exists, maybeOne } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import { addJob } from '#server/platform/jobs/queue.ts'
import { applyWaitingEvents } from '#server/shop/apply-payment-change.ts'
import { refundUnwantedPaymentJob, sendPaymentNoticeJob } from '#server/shop/jobs.ts'
import type { CheckoutSession } from '#server/shop/payment-provider.ts'
import {
	awaitsPayment,
	type Cause,
	cancelledBeforePaid,
	holdPurchase,
	insertPurchase,
	isCancelled,
	isDeletionOnRecord,
	isOwned,
	lockPayment,
	lockPurchase,
	movePurchase,
	type Purchase,
	paidAfterDeletion,
	paidByUnknownAccount,
	setCause,
	storedPence,
} from '#server/shop/purchases.ts'
import { issueAndSendReceipt } from '#server/shop/receipts.ts'
import type { ShopContext } from '#server/shop/shop-context.ts'
import { secondUseOfCode } from './code-field.ts'
import { ossVatOf } from './eu-vat.ts'
import { readSalesArea, readSells, soldElsewhere } from './where-we-sell.ts'

interface FulfilmentContext {
	checkoutSession: CheckoutSession
	cause: Cause
	/** When the payment was made, as far as is known. */
	paidAt: Date
	shop: ShopContext
}

/**
 * Moves the purchase of a Checkout Session forward, once, according to what the provider says about the payment. The event, the
 * success page and the reconciliation all call this. One call is enough, and further calls change nothing. Returns the purchase,
 * or undefined if the Checkout Session is not one of ours.
 */
export async function fulfil(tx: Transaction, fulfilment: FulfilmentContext): Promise<Purchase | undefined> {
	const { checkoutSession } = fulfilment
	await lockPayment(tx, checkoutSession.paymentIntentId ?? checkoutSession.id)
	const purchase = await purchaseOf(tx, checkoutSession)
	if (purchase === undefined) return undefined
	if (purchase.stripe_session_id !== checkoutSession.id)
		return await secondCheckoutSession(tx, purchase, fulfilment)
	await storePayment(tx, purchase.id, fulfilment)
	if (purchase.status === 'pending') await acknowledge(tx, purchase, checkoutSession)
	return await completeOrHold(tx, purchase, fulfilment)
}

/** Tells the buyer, once, that a payment which takes days is on its way. */
async function acknowledge(
	tx: Transaction,
	{ id }: Purchase,
	{ status, paymentStatus, totalPence }: CheckoutSession,
): Promise<void> {
	if (status !== 'complete' || paymentStatus !== 'unpaid') return
	const begins = await tx.execute(sql`
		update public.purchases set settling_since = c.settling_since
		from shop.checkouts c where c.purchase_id = id and id = ${id} and purchases.settling_since is null`)
	if (begins === 0) return
	await tx.execute(
		sql`update shop.checkouts set due_pence = ${storedPence(totalPence)} where purchase_id = ${id}`,
	)
	await addJob(tx, sendPaymentNoticeJob, { purchaseId: id, notice: 'payment_pending' })
}

/** Moves the purchase on according to its Checkout Session, unless a payment has settled it already. */
async function completeOrHold(
	tx: Transaction,
	purchase: Purchase,
	fulfilment: FulfilmentContext,
): Promise<Purchase> {
	const { checkoutSession, cause } = fulfilment
	if (!awaitsPayment(purchase.status)) return purchase
	if (checkoutSession.status === 'expired' && purchase.status === 'pending')
		return await movePurchase(tx, purchase, 'expired', cause)
	if (checkoutSession.status !== 'complete' || checkoutSession.paymentStatus === 'unpaid') return purchase
	const settled = await takePayment(tx, purchase, fulfilment)
	if (checkoutSession.paymentIntentId === null) return settled
	// In the same transaction: if the refund event arrives before the payment event, the guide must never become owned, even
	// briefly.
	await applyWaitingEvents(tx, checkoutSession.paymentIntentId, fulfilment.shop)
	return (await lockPurchase(tx, sql`p.id = ${purchase.id}`)) ?? settled
}

async function takePayment(
	tx: Transaction,
	purchase: Purchase,
	{ checkoutSession, cause, paidAt, shop }: FulfilmentContext,
): Promise<Purchase> {
	const another = await paysForAnother(tx, purchase, checkoutSession)
	if (another !== undefined) return await holdForAPerson(tx, purchase, another, cause)
	if (purchase.user_id === null) return await holdWithoutAccount(tx, purchase, { checkoutSession, cause })
	const difference = differenceOf(purchase, checkoutSession)
	if (difference !== undefined) return await holdForAPerson(tx, purchase, difference, cause)
	if (await isOwned(tx, purchase)) {
		await addJob(tx, refundUnwantedPaymentJob, { purchaseId: purchase.id })
		return await movePurchase(tx, purchase, 'duplicate', cause)
	}
	if (await isCancelled(tx, purchase)) {
		await addJob(tx, refundUnwantedPaymentJob, { purchaseId: purchase.id })
		return await holdPurchase(tx, purchase, cancelledBeforePaid, cause)
	}
	const elsewhere = soldElsewhere(await readSalesArea(tx), checkoutSession)
	if (elsewhere !== undefined) return await holdForAPerson(tx, purchase, elsewhere, cause)
	const misuse = await secondUseOfCode(tx, purchase, checkoutSession)
	if (misuse !== undefined) return await holdForAPerson(tx, purchase, misuse, cause)
	const completed = await movePurchase(tx, purchase, 'completed', cause)
	await issueAndSendReceipt(tx, purchase.id, { paidAt, shop })
	return completed
}

/** Puts a payment on hold until a person has checked it, and tells the buyer, who can still cancel. */
async function holdForAPerson(
	tx: Transaction,
	purchase: Purchase,
	reason: string,
	cause: Cause,
): Promise<Purchase> {
	await addJob(tx, sendPaymentNoticeJob, { purchaseId: purchase.id, notice: 'payment_held' })
	return await holdPurchase(tx, purchase, reason, cause)
}

/**
 * Puts a payment from an unknown account on hold. If the account was deleted here, the payment is refunded. Otherwise the
 * database may be an older backup, and the account may belong to a customer who has the guide.
 */
async function holdWithoutAccount(
	tx: Transaction,
	purchase: Purchase,
	{ checkoutSession, cause }: Pick<FulfilmentContext, 'checkoutSession' | 'cause'>,
): Promise<Purchase> {
	if (await isDeletionOnRecord(tx, purchase.id, checkoutSession.userId)) {
		if (checkoutSession.paymentIntentId !== null)
			await addJob(tx, refundUnwantedPaymentJob, { purchaseId: purchase.id })
		return await holdPurchase(tx, purchase, paidAfterDeletion, cause)
	}
	const difference = differenceOf({ ...purchase, user_id: checkoutSession.userId }, checkoutSession)
	const reasons = [paidByUnknownAccount, ...(difference === undefined ? [] : [difference])]
	return await holdPurchase(tx, purchase, reasons.join('; '), cause)
}

/** Returns the reason to hold a purchase whose payment has already settled another purchase: one payment pays for one guide. */
async function paysForAnother(
	tx: Transaction,
	{ id }: Purchase,
	{ paymentIntentId }: CheckoutSession,
): Promise<string | undefined> {
	const paysAnother = await exists(
		tx,
		sql`select from shop.checkouts where payment_intent_id = ${paymentIntentId} and purchase_id <> ${id}`,
	)
	return paysAnother ? `its payment ${paymentIntentId} is that of another purchase` : undefined
}

/** Describes, for the owner, how the payment differs from what was offered; undefined if it doesn't. */
function differenceOf(purchase: Purchase, checkoutSession: CheckoutSession): string | undefined {
	if (checkoutSession.paymentStatus === 'no_payment_required') return 'nothing was paid'
	if (checkoutSession.paymentIntentId === null) return 'paid without a payment of its own'
	if (checkoutSession.catalogueId !== purchase.catalogue_id)
		return `paid for product ${checkoutSession.catalogueId}`
	if (checkoutSession.userId !== purchase.user_id) return 'paid for another user'
	if (checkoutSession.currency !== purchase.currency) return `paid in ${checkoutSession.currency}`
	if (checkoutSession.subtotalPence !== purchase.price_pence)
		return `paid ${checkoutSession.subtotalPence} pence before discounts`
	// VAT is included in the price. The buyer has agreed to no charge on top of it.
	if (checkoutSession.totalPence !== checkoutSession.subtotalPence - checkoutSession.discountPence)
		return `paid ${checkoutSession.totalPence} pence, which is not the price less ${checkoutSession.discountPence} pence of discounts`
	if (checkoutSession.vatPence > checkoutSession.totalPence)
		return `paid ${checkoutSession.vatPence} pence of VAT in ${checkoutSession.totalPence}`
	return undefined
}

/** Finds the purchase by its Checkout Session or, if the server died before storing that, by the purchase's id in it. */
async function purchaseOf(tx: Transaction, checkoutSession: CheckoutSession): Promise<Purchase | undefined> {
	const byCheckoutSession = await lockPurchase(tx, sql`p.stripe_session_id = ${checkoutSession.id}`)
	if (byCheckoutSession !== undefined || checkoutSession.purchaseId === null) return byCheckoutSession
	const byReference = await lockPurchase(tx, sql`p.id = ${checkoutSession.purchaseId}`)
	if (byReference === undefined || byReference.stripe_session_id !== null) return byReference
	await tx.execute(
		sql`update public.purchases set stripe_session_id = ${checkoutSession.id} where id = ${byReference.id}`,
	)
	await tx.execute(
		sql`update shop.checkouts set session_id = ${checkoutSession.id} where purchase_id = ${byReference.id}`,
	)
	return { ...byReference, stripe_session_id: checkoutSession.id }
}

/**
 * Settles an earlier Checkout Session of a purchase that has a newer one. If the earlier one was paid too, it gets a purchase of
 * its own.
 */
async function secondCheckoutSession(
	tx: Transaction,
	first: Purchase,
	fulfilment: FulfilmentContext,
): Promise<Purchase> {
	const { checkoutSession, cause } = fulfilment
	if (checkoutSession.status !== 'complete' || checkoutSession.paymentStatus === 'unpaid') return first
	await setCause(tx, cause)
	const checkout = await maybeOne(
		tx,
		sql`select consent_wording from shop.checkouts where purchase_id = ${first.id}`,
		z.object({ consent_wording: z.string().nullable() }),
	)
	const { id: _, ...copy } = { ...first, status: 'expired' as const, stripe_session_id: checkoutSession.id }
	const id = await insertPurchase(tx, { ...copy, checkout: { consentWording: checkout?.consent_wording } })
	if (id === undefined) throw new Error('a replaced Checkout Session already has its own purchase')
	await storePayment(tx, id, fulfilment)
	return await completeOrHold(tx, { ...copy, id }, fulfilment)
}

/**
 * Stores the payment and the consent of a Checkout Session; the wording of the consent was stored when the Checkout Session was
 * opened. If the payment has settled another purchase, the payment stays with that purchase.
 */
async function storePayment(
	tx: Transaction,
	purchaseId: string,
	{ checkoutSession, paidAt }: FulfilmentContext,
): Promise<void> {
	const isComplete = checkoutSession.status === 'complete'
	const isPaid = isComplete && checkoutSession.paymentStatus !== 'unpaid'
	const oss = isPaid ? ossVatOf(await readSells(tx), checkoutSession) : undefined
	// Which VAT it includes is decided once, because an owner may change where the shop sells before this is called again.
	const isFirst = sql`(${isPaid} and amount_paid_pence is null)`
	await tx.execute(sql`
		update shop.checkouts
		set payment_intent_id = coalesce(
				(select ${checkoutSession.paymentIntentId}::text where not exists (
					select from shop.checkouts other
					where other.payment_intent_id = ${checkoutSession.paymentIntentId} and other.purchase_id <> ${purchaseId}
				)),
				payment_intent_id
			),
			amount_paid_pence = case when ${isPaid} then ${storedPence(checkoutSession.totalPence)}::integer else amount_paid_pence end,
			oss_number = case when ${isFirst} then ${oss?.number ?? null}::text else oss_number end,
			oss_country = case when ${isFirst} then ${oss?.country ?? null}::text else oss_country end,
			oss_rate = case when ${isFirst} then ${oss?.rate ?? null}::numeric else oss_rate end,
			vat_pence = case
				when ${isFirst} and ${oss !== undefined} then ${storedPence(oss?.pence ?? 0)}::integer
				when ${isPaid} and oss_rate is null then ${storedPence(checkoutSession.vatPence)}::integer else vat_pence
			end,
			discount_pence = case
				when ${isPaid && checkoutSession.discountPence > 0} then ${storedPence(checkoutSession.discountPence)}::integer else discount_pence
			end,
			discount_code_id = case
				when ${isPaid} then (select id from shop.discount_codes where promotion_code_id = ${checkoutSession.promotionCodeId})
				else discount_code_id
			end,
			sold_by = ${checkoutSession.soldBy},
			billing_country = coalesce(${checkoutSession.billingCountry}, billing_country),
			consent_at = case when ${checkoutSession.hasConsented} then coalesce(consent_at, ${paidAt}::timestamptz) else consent_at end,
			settling_since = case when ${isComplete && !isPaid} then coalesce(settling_since, ${paidAt}::timestamptz) end
		where purchase_id = ${purchaseId}`)
}
