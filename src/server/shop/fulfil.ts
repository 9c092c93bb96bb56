import { z } from 'zod'
import type { Transaction } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { addJob } from '#server/platform/jobs/queue.ts'
import { applyWaitingEvents } from '#server/shop/apply-payment-change.ts'
import { secondUseOfCode } from '#server/shop/discount-codes/code-field.ts'
import type { CheckoutSession } from '#server/shop/payment-provider.ts'
import {
	type Cause,
	holdPurchase,
	insertPurchase,
	isDeletionOnRecord,
	isOwned,
	isUnsettled,
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

interface Fulfil {
	session: CheckoutSession
	cause: Cause
	/** When the payment was made, as far as is known. */
	paidAt: Date
	shop: ShopContext
}

/**
 * Moves the purchase of a session forward, once, according to what the provider says about the payment. The event, the success
 * page and the reconciliation all call this. One call is enough, and further calls change nothing. Returns the purchase, or
 * undefined if the session is not one of ours.
 */
export async function fulfil(tx: Transaction, fulfilment: Fulfil): Promise<Purchase | undefined> {
	const { session } = fulfilment
	await lockPayment(tx, session.paymentIntentId ?? session.id)
	const purchase = await purchaseOf(tx, session)
	if (purchase === undefined) return undefined
	if (purchase.stripe_session_id !== session.id) return await secondSession(tx, purchase, fulfilment)
	await storePayment(tx, purchase.id, fulfilment)
	return await settle(tx, purchase, fulfilment)
}

/** Moves the purchase on according to its session, unless a payment has settled it already. */
async function settle(tx: Transaction, purchase: Purchase, fulfilment: Fulfil): Promise<Purchase> {
	const { session, cause } = fulfilment
	if (!isUnsettled(purchase.status)) return purchase
	if (session.status === 'expired' && purchase.status === 'pending')
		return await movePurchase(tx, purchase, 'expired', cause)
	if (session.status !== 'complete' || session.paymentStatus === 'unpaid') return purchase
	const settled = await takePayment(tx, purchase, fulfilment)
	if (session.paymentIntentId === null) return settled
	// In the same transaction: if the refund event arrives before the payment event, the guide must never become owned, even
	// briefly.
	await applyWaitingEvents(tx, session.paymentIntentId, fulfilment.shop)
	return (await lockPurchase(tx, sql`p.id = ${purchase.id}`)) ?? settled
}

async function takePayment(
	tx: Transaction,
	purchase: Purchase,
	{ session, cause, paidAt, shop }: Fulfil,
): Promise<Purchase> {
	const another = await paysForAnother(tx, purchase, session)
	if (another !== undefined) return await holdPurchase(tx, purchase, another, cause)
	if (purchase.user_id === null) return await holdWithoutAccount(tx, purchase, { session, cause })
	const difference = differenceOf(purchase, session)
	if (difference !== undefined) return await holdPurchase(tx, purchase, difference, cause)
	if (await isOwned(tx, purchase)) {
		await addJob(tx, 'refund-duplicate', { purchaseId: purchase.id })
		return await movePurchase(tx, purchase, 'duplicate', cause)
	}
	const misuse = await secondUseOfCode(tx, purchase, session)
	if (misuse !== undefined) return await holdPurchase(tx, purchase, misuse, cause)
	const completed = await movePurchase(tx, purchase, 'completed', cause)
	await issueAndSendReceipt(tx, purchase.id, { paidAt, shop })
	return completed
}

/**
 * Puts a payment from an unknown account on hold. If the account was deleted here, the payment is refunded. Otherwise the
 * database may be an older backup, and the account may belong to a customer who has the guide.
 */
async function holdWithoutAccount(
	tx: Transaction,
	purchase: Purchase,
	{ session, cause }: Pick<Fulfil, 'session' | 'cause'>,
): Promise<Purchase> {
	if (await isDeletionOnRecord(tx, purchase.id, session.userId)) {
		if (session.paymentIntentId !== null) await addJob(tx, 'refund-duplicate', { purchaseId: purchase.id })
		return await holdPurchase(tx, purchase, paidAfterDeletion, cause)
	}
	const difference = differenceOf({ ...purchase, user_id: session.userId }, session)
	const reasons = [paidByUnknownAccount, ...(difference === undefined ? [] : [difference])]
	return await holdPurchase(tx, purchase, reasons.join('; '), cause)
}

/** Returns the reason to hold a purchase whose payment has already settled another purchase: one payment pays for one guide. */
async function paysForAnother(
	tx: Transaction,
	{ id }: Purchase,
	{ paymentIntentId }: CheckoutSession,
): Promise<string | undefined> {
	const others = await tx.query(sql`
		select from shop.checkouts where payment_intent_id = ${paymentIntentId} and purchase_id <> ${id}`)
	return others.length === 0 ? undefined : `its payment ${paymentIntentId} is that of another purchase`
}

/** Describes, for the owner, how the payment differs from what was offered; undefined if it doesn't. */
function differenceOf(purchase: Purchase, session: CheckoutSession): string | undefined {
	if (session.paymentStatus === 'no_payment_required') return 'nothing was paid'
	if (session.paymentIntentId === null) return 'paid without a payment of its own'
	if (session.catalogueId !== purchase.catalogue_id) return `paid for product ${session.catalogueId}`
	if (session.userId !== purchase.user_id) return 'paid for another user'
	if (session.currency !== purchase.currency) return `paid in ${session.currency}`
	if (session.subtotalPence !== purchase.price_pence)
		return `paid ${session.subtotalPence} pence before discounts`
	// VAT is included in the price. The buyer has agreed to no charge on top of it.
	if (session.totalPence !== session.subtotalPence - session.discountPence)
		return `paid ${session.totalPence} pence, which is not the price less ${session.discountPence} pence of discounts`
	if (session.vatPence > session.totalPence)
		return `paid ${session.vatPence} pence of VAT in ${session.totalPence}`
	return undefined
}

/** Finds the purchase by its session, or by the id in the session if the server died before storing the session. */
async function purchaseOf(tx: Transaction, session: CheckoutSession): Promise<Purchase | undefined> {
	const bySession = await lockPurchase(tx, sql`p.stripe_session_id = ${session.id}`)
	if (bySession !== undefined || session.purchaseId === null) return bySession
	const byReference = await lockPurchase(tx, sql`p.id = ${session.purchaseId}`)
	if (byReference === undefined || byReference.stripe_session_id !== null) return byReference
	await tx.execute(
		sql`update public.purchases set stripe_session_id = ${session.id} where id = ${byReference.id}`,
	)
	await tx.execute(
		sql`update shop.checkouts set session_id = ${session.id} where purchase_id = ${byReference.id}`,
	)
	return { ...byReference, stripe_session_id: session.id }
}

/**
 * Settles an earlier session of a purchase that has a newer one. If the earlier session was paid too, it gets a purchase of its
 * own.
 */
async function secondSession(tx: Transaction, first: Purchase, fulfilment: Fulfil): Promise<Purchase> {
	const { session, cause } = fulfilment
	if (session.status !== 'complete' || session.paymentStatus === 'unpaid') return first
	await setCause(tx, cause)
	const [checkout] = await tx.query(
		sql`select consent_wording from shop.checkouts where purchase_id = ${first.id}`,
		z.object({ consent_wording: z.string().nullable() }),
	)
	const { id: _, ...copy } = { ...first, status: 'expired' as const, stripe_session_id: session.id }
	const id = await insertPurchase(tx, { ...copy, checkout: { consentWording: checkout?.consent_wording } })
	if (id === undefined) throw new Error('a replaced session already has its own purchase')
	await storePayment(tx, id, fulfilment)
	return await settle(tx, { ...copy, id }, fulfilment)
}

/**
 * Stores the payment and the consent of a session; the wording of the consent was stored when the session was opened. If the
 * payment has settled another purchase, the payment stays with that purchase.
 */
async function storePayment(tx: Transaction, purchaseId: string, { session, paidAt }: Fulfil): Promise<void> {
	const isComplete = session.status === 'complete'
	const isPaid = isComplete && session.paymentStatus !== 'unpaid'
	await tx.execute(sql`
		update shop.checkouts
		set payment_intent_id = coalesce(
				(select ${session.paymentIntentId}::text where not exists (
					select from shop.checkouts other
					where other.payment_intent_id = ${session.paymentIntentId} and other.purchase_id <> ${purchaseId}
				)),
				payment_intent_id
			),
			amount_paid_pence = case when ${isPaid} then ${storedPence(session.totalPence)}::integer else amount_paid_pence end,
			vat_pence = case when ${isPaid} then ${storedPence(session.vatPence)}::integer else vat_pence end,
			discount_pence = case
				when ${isPaid && session.discountPence > 0} then ${storedPence(session.discountPence)}::integer else discount_pence
			end,
			discount_code_id = case
				when ${isPaid} then (select id from shop.discount_codes where promotion_code_id = ${session.promotionCodeId})
				else discount_code_id
			end,
			consent_at = case when ${session.hasConsented} then coalesce(consent_at, ${paidAt}::timestamptz) else consent_at end,
			settling_since = case when ${isComplete && !isPaid} then coalesce(settling_since, ${paidAt}::timestamptz) end
		where purchase_id = ${purchaseId}`)
}
