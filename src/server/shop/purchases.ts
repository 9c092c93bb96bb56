import { z } from 'zod'
import type { Transaction } from '#server/platform/db/database.ts'
import { exists, maybeOne, one } from '#server/platform/db/rows.ts'
import { identifier, join, type Sql, sql } from '#server/platform/db/sql.ts'
import { addJob } from '#server/platform/jobs/queue.ts'
import { syncPaymentJob } from '#server/shop/jobs.ts'
import type { CodeField } from '#server/shop/payment-provider.ts'
import { type PurchaseStatus, purchaseStatuses } from '#shared/purchase-status.ts'
import type { SalesArea, SoldBy } from '#shared/where-we-sell.ts'
import { guidesOf } from './bundles-on-sale.ts'

/**
 * The states that each state may move to. They follow the money: `expired` and `failed` can still complete, since the provider
 * may report a payment after we gave up on it. `refunded` and `duplicate` are final, unless the money comes back to the shop
 * because the refund fails or a lost dispute is won on appeal. `held` waits for the owner. `disputed` goes on hold if the guide
 * was bought again before the dispute was won.
 */
const moves: Readonly<Record<PurchaseStatus, readonly PurchaseStatus[]>> = {
	pending: ['completed', 'expired', 'failed', 'duplicate', 'held'],
	expired: ['completed', 'duplicate', 'held'],
	failed: ['completed', 'duplicate', 'held'],
	completed: ['refunded', 'disputed'],
	disputed: ['completed', 'refunded', 'held'],
	held: ['completed', 'refunded', 'duplicate'],
	duplicate: ['held'],
	refunded: ['completed', 'disputed', 'held'],
}

/**
 * Selects when the purchase `p` entered its current state. For a delivered purchase, that is when it was first delivered, even if
 * it became `completed` again later because a dispute was won or a refund failed.
 */
export const inStateSince = sql`coalesce((
	select case when p.status = 'completed' then min(h.at) else max(h.at) end
	from shop.purchase_history h where h.purchase_id = p.id and h.to_status = p.status
), p.created_at)`

/** Reports whether no payment has settled the purchase yet. */
export function awaitsPayment(status: PurchaseStatus): boolean {
	return status === 'pending' || status === 'expired' || status === 'failed'
}

export function mayMove(from: PurchaseStatus, to: PurchaseStatus): boolean {
	return moves[from].includes(to)
}

export const purchaseSchema = z.object({
	id: z.uuid(),
	user_id: z.uuid().nullable(),
	catalogue_id: z.string(),
	product_id: z.string(),
	product_name: z.string(),
	price_pence: z.int(),
	currency: z.literal('GBP'),
	status: z.enum(purchaseStatuses),
	stripe_session_id: z.string().nullable(),
})

/** A purchase as the shop handles it; `price_pence` is the snapshot taken when its checkout began. */
export type Purchase = z.infer<typeof purchaseSchema>

const columns = join(
	Object.keys(purchaseSchema.shape).map((name) => sql`p.${identifier(name)}`),
	', ',
)

/**
 * Finds one purchase and locks it until the transaction ends, so that concurrent notifications about one payment are serialised.
 */
export async function lockPurchase(tx: Transaction, condition: Sql): Promise<Purchase | undefined> {
	return await maybeOne(
		tx,
		sql`select ${columns} from public.purchases p where ${condition} for update of p`,
		purchaseSchema,
	)
}

/** Finds one purchase, if the transaction's role may see it. */
export async function findPurchase(
	tx: Pick<Transaction, 'query'>,
	condition: Sql,
): Promise<Purchase | undefined> {
	return await maybeOne(tx, sql`select ${columns} from public.purchases p where ${condition}`, purchaseSchema)
}

/** A purchase to be written, and what its checkout starts with. */
type NewPurchase = Omit<Purchase, 'id' | 'status'> & {
	/** Generated if left out. */
	id?: string
	/** Use `expired` if the user must be able to buy the guide again meanwhile, which a `pending` purchase prevents. */
	status: 'pending' | 'expired'
	created_at?: Date
	checkout: {
		expiresAt?: Date | null
		consentWording?: string | null | undefined
		codeField?: CodeField
		linkCodeId?: string | null
		soldIn?: SalesArea
		soldBy?: SoldBy
	}
}

const newIdSchema = z.object({ id: z.uuid() })

/**
 * Writes a purchase and its checkout, and returns its id. Returns undefined if the purchase exists, or if its user already has a
 * pending purchase of the guide. Every purchase that is paid for is inserted here. Purchases without a payment are inserted
 * elsewhere: users get free guides through the REST API, a member of staff may give a guide away, and a trigger adds the guides of
 * a bundle.
 */
export async function insertPurchase(tx: Transaction, purchase: NewPurchase): Promise<string | undefined> {
	const { id, checkout, created_at } = purchase
	const row = await maybeOne(
		tx,
		sql`
		with purchase as (
			insert into public.purchases (
				id, user_id, catalogue_id, product_id, product_name, price, currency, status, stripe_session_id, created_at
			)
			values (
				coalesce(${id}::uuid, gen_random_uuid()), ${purchase.user_id}, ${purchase.catalogue_id},
				${purchase.product_id}, ${purchase.product_name}, ${purchase.price_pence}::numeric / 100,
				${purchase.currency}, ${purchase.status}, ${purchase.stripe_session_id}, coalesce(${created_at}::timestamptz, now())
			)
			on conflict do nothing
			returning id
		)
		insert into shop.checkouts (purchase_id, session_id, expires_at, consent_wording, code_field, link_code_id, sold_in, sold_by)
		select id, ${purchase.stripe_session_id}, ${checkout.expiresAt}::timestamptz, ${checkout.consentWording}::text,
			${checkout.codeField ?? 'as set'}, ${checkout.linkCodeId}::uuid, ${checkout.soldIn}::text,
			${checkout.soldBy ?? 'shop'}
		from purchase returning purchase_id as id`,
		newIdSchema,
	)
	return row?.id
}

/** Limits a sum to what the columns, which are four-byte integers, can hold. No real payment is larger. */
export function storedPence(pence: number): number {
	return Math.min(pence, 2 ** 31 - 1)
}

/** Why a purchase changed its status, as its history records it. */
export type Cause =
	| 'create-payment'
	| 'event'
	| 'success page'
	| 'reconciliation'
	| 'operator'
	| 'returned by hand'
	| 'attached by hand'
	| 'account deleted'
	| 'refund failed'
	| 'dispute won'

/**
 * Moves a purchase to another status. Nothing else changes a status; the database writes the history line itself. Throws if
 * the states do not allow the move, which is a bug in the caller.
 */
export async function movePurchase(
	tx: Transaction,
	purchase: Purchase,
	to: PurchaseStatus,
	cause: Cause,
): Promise<Purchase> {
	if (!mayMove(purchase.status, to))
		throw new Error(`a purchase cannot move from ${purchase.status} to ${to}`)
	await setCause(tx, cause)
	const moved = await tx.execute(sql`
		update public.purchases set status = ${to} where id = ${purchase.id} and status = ${purchase.status}`)
	if (moved !== 1) throw new Error('a purchase was changed without its lock')
	return { ...purchase, status: to }
}

/** The reason for holding a purchase whose refund has failed. */
export const refundHasFailed =
	'its refund failed: the money is with you again and has to be given back in some other way'

/** The reason for holding a purchase until its payment has been refunded, which happens automatically. */
export const paidAfterDeletion = 'paid after the account was deleted: it is given back'

/** The reason for holding a purchase that was cancelled while its payment was on its way. The payment is given back automatically. */
export const cancelledBeforePaid = 'cancelled by the buyer before the payment arrived: it is given back'

/** The reason for holding a purchase that was paid by an account which our records lack, as after a restored backup. */
export const paidByUnknownAccount =
	'paid by an account this shop does not know: attach it to an account, or refund it'

/** Puts a purchase on hold until the owner decides; `reason` tells them why. */
export async function holdPurchase(
	tx: Transaction,
	purchase: Purchase,
	reason: string,
	cause: Cause,
): Promise<Purchase> {
	await tx.execute(sql`update shop.checkouts set held_reason = ${reason} where purchase_id = ${purchase.id}`)
	return await movePurchase(tx, purchase, 'held', cause)
}

/**
 * Serialises all work on one payment until the transaction ends, even if no purchase has this payment yet. Take this lock before
 * locking any purchase, because transactions that lock in different orders could deadlock.
 */
export async function lockPayment(tx: Transaction, paymentIntentId: string): Promise<void> {
	await tx.query(sql`select pg_advisory_xact_lock(hashtextextended(${`payment/${paymentIntentId}`}, 0))`)
}

/**
 * Reports whether the user of a purchase already owns its guide or, if it is a bundle, one of its guides. The locks serialise
 * payments for the same guide.
 */
export async function isOwned(
	tx: Transaction,
	{ user_id, catalogue_id }: Pick<Purchase, 'user_id' | 'catalogue_id'>,
): Promise<boolean> {
	const guides = guidesOf(sql`${catalogue_id}::text`)
	// Always in the same order, because otherwise two transactions about bundles that share guides could deadlock.
	await tx.query(sql`
		select pg_advisory_xact_lock(hashtextextended(${`${user_id}/`} || catalogue_id, 0))
		from (${guides} order by catalogue_id) guide`)
	return await exists(
		tx,
		sql`
		select from public.purchases
		where user_id = ${user_id} and catalogue_id in (${guides}) and status = 'completed'`,
	)
}

/** Reports whether the buyer cancelled the purchase while its payment was on its way. */
export async function isCancelled(tx: Transaction, { id }: Purchase): Promise<boolean> {
	return await exists(tx, sql`select from shop.requests where purchase_id = ${id} and kind = 'cancellation'`)
}

/** Enqueues the job that asks the provider for the state of a payment and updates its purchase. */
export async function enqueueSettlement(tx: Transaction, paymentIntentId: string): Promise<void> {
	await addJob(tx, syncPaymentJob, { paymentIntentId })
}

/** Sets who decided the changes that follow in this transaction, and why. The purchase's history records both. */
export async function recordDecision(
	tx: Transaction,
	{ by, reason }: { by: string; reason: string | undefined },
): Promise<void> {
	await tx.query(
		sql`select set_config('shop.decided_by', ${by}, true), set_config('shop.reason', ${reason ?? ''}, true)`,
	)
}

/** Sets the cause that the history records for the changes that follow in this transaction. */
export async function setCause(tx: Transaction, cause: Cause): Promise<void> {
	await tx.query(sql`select set_config('shop.cause', ${cause}, true)`)
}

const rowSchema = z.object({ is_on_record: z.boolean() })

/**
 * Reports whether a purchase has no account because the account was deleted here. `userId` is the account that the payment names.
 * A purchase that started as `pending` had an account, which only a deletion removes. A purchase that was rebuilt after a
 * restored backup may never have had one.
 */
export async function isDeletionOnRecord(
	tx: Transaction,
	purchaseId: string,
	userId: string | null,
): Promise<boolean> {
	const row = await one(
		tx,
		sql`
		select exists (select from auth.deleted_accounts where user_id = ${userId})
			or exists (
				select from shop.purchase_history
				where purchase_id = ${purchaseId} and from_status is null and to_status = 'pending'
			)
			or exists (
				select from shop.checkouts where purchase_id = ${purchaseId} and held_reason = ${paidAfterDeletion}
			) as is_on_record`,
		rowSchema,
	)
	return row.is_on_record
}
