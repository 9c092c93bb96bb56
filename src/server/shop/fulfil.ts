import type { Transaction } from '#server/db/database.ts'
import { sql } from '#server/db/sql.ts'
import type { CheckoutSession } from '#server/shop/payment-provider.ts'
import { isUnsettled } from '#server/shop/purchase-states.ts'
import {
	type Cause,
	holdPurchase,
	lockPayment,
	lockPurchase,
	movePurchase,
	type Purchase,
	setCause,
} from '#server/shop/purchases.ts'

/** Work that follows from a fulfilment, kept in the same transaction. */
export interface FollowUps {
	sendReceipt(tx: Transaction, purchaseId: string): Promise<void>
	refundDuplicate(tx: Transaction, purchaseId: string): Promise<void>
	/** Acts on a stored event of the provider that had to wait. */
	handleEvent(tx: Transaction, eventId: string): Promise<void>
}

interface Fulfil {
	session: CheckoutSession
	cause: Cause
	followUps: FollowUps
}

/**
 * Moves the purchase a session belongs to forward, once, by what the provider itself says of the payment. Called by the
 * event, by the success page and by the reconciliation: any one of them is enough, and all of them together do no more.
 * Returns the purchase, or undefined where the session is none of ours.
 */
export async function fulfil(
	tx: Transaction,
	{ session, cause, followUps }: Fulfil,
): Promise<Purchase | undefined> {
	await lockPayment(tx, session.paymentIntentId ?? session.id)
	const purchase = await purchaseOf(tx, session)
	if (purchase === undefined) return undefined
	if (purchase.stripe_session_id !== session.id)
		return await secondSession(tx, purchase, { session, cause, followUps })
	await keepPayment(tx, purchase.id, session)
	return await settle(tx, purchase, { session, cause, followUps })
}

/** Takes the purchase where the payment says, if the payment has not been heard of before. */
async function settle(tx: Transaction, purchase: Purchase, fulfilment: Fulfil): Promise<Purchase> {
	const { session, cause } = fulfilment
	if (!isUnsettled(purchase.status)) return purchase
	if (session.status === 'expired' && purchase.status === 'pending')
		return await movePurchase(tx, purchase, 'expired', cause)
	if (session.status !== 'complete' || session.paymentStatus === 'unpaid') return purchase
	const settled = await takePayment(tx, purchase, fulfilment)
	if (session.paymentIntentId === null) return settled
	// In this transaction: a payment told back before it was told must not be owned for a moment in between.
	await handleWaitingEvents(tx, session.paymentIntentId, fulfilment)
	return (await lockPurchase(tx, sql`p.id = ${purchase.id}`)) ?? settled
}

async function takePayment(
	tx: Transaction,
	purchase: Purchase,
	{ session, cause, followUps }: Fulfil,
): Promise<Purchase> {
	const difference = differenceOf(purchase, session)
	if (difference !== undefined) return await holdPurchase(tx, purchase, difference, cause)
	if (await isOwned(tx, purchase)) {
		await followUps.refundDuplicate(tx, purchase.id)
		return await movePurchase(tx, purchase, 'duplicate', cause)
	}
	await followUps.sendReceipt(tx, purchase.id)
	return await movePurchase(tx, purchase, 'completed', cause)
}

/** A refund or a dispute of this payment may have been told before the payment itself. */
async function handleWaitingEvents(
	tx: Transaction,
	paymentIntentId: string,
	{ followUps }: Fulfil,
): Promise<void> {
	const waiting = await tx.query<{ id: string }>(sql`
		select id from shop.payment_events where waits_for_payment = ${paymentIntentId} and processed_at is null`)
	for (const { id } of waiting) await followUps.handleEvent(tx, id)
}

/** What does not match between the payment and the snapshot, in an operator's words; undefined where all does. */
function differenceOf(purchase: Purchase, session: CheckoutSession): string | undefined {
	if (session.paymentStatus === 'no_payment_required') return 'nothing was paid'
	if (session.catalogueId !== purchase.catalogue_id) return `paid for product ${session.catalogueId}`
	if (session.userId !== purchase.user_id) return 'paid for another user'
	if (session.currency !== purchase.currency) return `paid in ${session.currency}`
	if (session.subtotalPence !== purchase.price_pence)
		return `paid ${session.subtotalPence} pence before discounts`
	return undefined
}

/** Whether the person of a purchase owns its guide already. The lock makes two payments for one guide take turns. */
export async function isOwned(tx: Transaction, { user_id, catalogue_id }: Purchase): Promise<boolean> {
	await tx.query(sql`select pg_advisory_xact_lock(hashtextextended(${`${user_id}/${catalogue_id}`}, 0))`)
	const rows = await tx.query(sql`
		select from public.purchases
		where user_id = ${user_id} and catalogue_id = ${catalogue_id} and status = 'completed'`)
	return rows.length > 0
}

/** By session, or by the purchase we named in it where the server died between opening a session and keeping it. */
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

/** A session of ours that the purchase has since replaced by another. If it is paid all the same, it gets a row of its own. */
async function secondSession(tx: Transaction, first: Purchase, fulfilment: Fulfil): Promise<Purchase> {
	const { session, cause } = fulfilment
	if (session.status !== 'complete' || session.paymentStatus === 'unpaid') return first
	await setCause(tx, cause)
	const [row] = await tx.query<{ id: string }>(sql`
		insert into public.purchases
			(user_id, catalogue_id, product_id, product_name, price, currency, status, stripe_session_id)
		select user_id, catalogue_id, product_id, product_name, price, currency, 'expired', ${session.id}
		from public.purchases where id = ${first.id}
		returning id`)
	if (row === undefined) throw new Error('the first purchase vanished under its lock')
	await tx.execute(
		sql`insert into shop.checkouts (purchase_id, session_id) values (${row.id}, ${session.id})`,
	)
	await keepPayment(tx, row.id, session)
	const second: Purchase = { ...first, id: row.id, status: 'expired', stripe_session_id: session.id }
	return await settle(tx, second, fulfilment)
}

async function keepPayment(tx: Transaction, purchaseId: string, session: CheckoutSession): Promise<void> {
	await tx.execute(sql`
		update shop.checkouts
		set payment_intent_id = coalesce(${session.paymentIntentId}, payment_intent_id),
			amount_paid_pence = case when ${session.paymentStatus === 'paid'} then ${session.totalPence}::integer else amount_paid_pence end
		where purchase_id = ${purchaseId}`)
}
