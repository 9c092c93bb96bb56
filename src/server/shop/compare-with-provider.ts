import type { Logger } from 'pino'
import { z } from 'zod'
import type { Database, Transaction } from '#server/platform/db/database.ts'
import { maybeOne } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import { withCardCountry } from '#server/shop/card-country.ts'
import { outcomeOf } from '#server/shop/follow-disputes.ts'
import { findFraudWarnings } from '#server/shop/fraud-warnings.ts'
import { fulfil } from '#server/shop/fulfil.ts'
import { type CheckoutSession, isPaidHere, type PaymentProvider } from '#server/shop/payment-provider.ts'
import {
	awaitsPayment,
	insertPurchase,
	type Purchase,
	purchaseSchema,
	setCause,
} from '#server/shop/purchases.ts'
import { readFees } from '#server/shop/read-fees.ts'
import { readPayouts } from '#server/shop/read-payouts.ts'
import type { ShopContext } from '#server/shop/shop-context.ts'
import { type Clock, dayMs } from '#shared/clock.ts'
import { type SyncOptions, syncPayment } from './sync-payment.ts'

const checkoutSessionSchema = z.object({ session_id: z.string(), status: purchaseSchema.shape.status })

interface CompareOptions {
	database: Database
	payments: Pick<
		PaymentProvider,
		| 'listCheckouts'
		| 'listRefunds'
		| 'listDisputes'
		| 'listFraudWarnings'
		| 'listMovements'
		| 'listPayouts'
		| 'listMovementsOfPayout'
		| 'getPayment'
		| 'getCardCountry'
	>
	shop: ShopContext
	clock: Clock
	log: Logger
	/** How many days to look back for Checkout Sessions. */
	days?: number | undefined
}

// The provider retries an undelivered event for three days.
export const usualDays = 3
// The least number of days for which refunds and disputes are compared. A dispute is decided within months, and a refund may fail
// after weeks.
const afterDays = 120

/**
 * Finds recent Checkout Sessions, refunds and disputes of the provider that our records lack, and corrects the records. Some
 * events may never have arrived, or the database may be last night's backup. Returns how many purchases were rebuilt, and how
 * many known ones turned out to be paid and were delivered.
 */
export async function compareWithProvider(
	options: CompareOptions,
): Promise<{ rebuilt: number; delivered: number }> {
	const { clock, days = usualDays } = options
	const now = clock.now().getTime()
	const since = new Date(now - days * dayMs)
	const found = await findLostPayments(options, since)
	const longAgo = new Date(now - Math.max(days, afterDays) * dayMs)
	await settleChangedPayments(options, longAgo)
	await findFraudWarnings(options, longAgo)
	await readFees(options, since)
	await readPayouts(options)
	return found
}

async function findLostPayments(options: CompareOptions, since: Date) {
	const { database, payments, shop, log } = options
	const paid: CheckoutSession[] = []
	for await (const checkoutSession of payments.listCheckouts(since))
		if (isPaidHere(checkoutSession)) paid.push(checkoutSession)
	const known = await database.query(
		sql`
		select c.session_id, p.status
		from shop.checkouts c join public.purchases p on p.id = c.purchase_id
		where c.session_id = any (${paid.map(({ id }) => id)})`,
		checkoutSessionSchema,
	)
	const isUndelivered = new Map(known.map(({ session_id, status }) => [session_id, awaitsPayment(status)]))
	let delivered = 0
	for (const checkoutSession of paid.filter(({ id }) => isUndelivered.get(id))) {
		const paidAt = shop.clock.now()
		const checked = await withCardCountry(options, checkoutSession)
		const purchase = await database.asServer((tx) =>
			fulfil(tx, { checkoutSession: checked, cause: 'reconciliation', paidAt, shop }),
		)
		if (purchase?.status === 'completed') delivered += 1
	}
	let rebuilt = 0
	const missing = paid.filter(({ id }) => !isUndelivered.has(id))
	for (const checkoutSession of await sortedByOwnership(options, missing)) {
		const purchase = await database.asServer((tx) => rebuildPurchase(tx, checkoutSession, shop))
		const about = { checkoutSessionId: checkoutSession.id, purchaseId: checkoutSession.purchaseId }
		if (purchase === undefined)
			log.error(about, 'a paid Checkout Session of ours cannot be added to our records')
		else
			log.error({ ...about, status: purchase.status }, 'a paid purchase missing from our records was rebuilt')
		if (purchase !== undefined) rebuilt += 1
	}
	return { rebuilt, delivered }
}

/**
 * Sorts paid Checkout Sessions: first those whose money the shop has, then those with an open dispute, then those whose money
 * went back through a refund or a lost dispute. If there are two payments for one guide, the first to be processed delivers the
 * guide, and the other is refunded as a duplicate. A payment that is refunded already must therefore come last.
 */
async function sortedByOwnership(
	{ payments }: CompareOptions,
	checkoutSessions: readonly CheckoutSession[],
): Promise<CheckoutSession[]> {
	const ranked: { checkoutSession: CheckoutSession; rank: number }[] = []
	for (const checkoutSession of checkoutSessions) {
		const intent = checkoutSession.paymentIntentId
		const payment = intent === null ? undefined : await payments.getPayment(intent)
		const isFullyRefunded = payment !== undefined && payment.refundedPence >= payment.amountPence
		const outcome =
			payment &&
			outcomeOf(payment.disputes, { paidPence: payment.amountPence, refundedPence: payment.refundedPence })
		const isWithBuyer = isFullyRefunded || outcome === 'lost'
		ranked.push({ checkoutSession, rank: isWithBuyer ? 2 : outcome === 'open' ? 1 : 0 })
	}
	return ranked.toSorted((one, other) => one.rank - other.rank).map(({ checkoutSession }) => checkoutSession)
}

const productSchema = purchaseSchema.pick({
	user_id: true,
	catalogue_id: true,
	product_id: true,
	product_name: true,
	currency: true,
})

/**
 * Recreates the purchase of a paid Checkout Session if our records lack it, as after a restored backup. Writes the row from the
 * metadata that the shop put into the Checkout Session, and fulfils it like any other purchase. If the user is unknown too, the
 * purchase has no account, and `fulfil` puts it on hold. Returns undefined if the Checkout Session is not one of ours, or is for
 * a product that was never in our catalogue.
 */
async function rebuildPurchase(
	tx: Transaction,
	checkoutSession: CheckoutSession,
	shop: ShopContext,
): Promise<Purchase | undefined> {
	const { purchaseId, userId, catalogueId, createdAt } = checkoutSession
	if (purchaseId === null || userId === null || catalogueId === null) return undefined
	await setCause(tx, 'reconciliation')
	const product = await maybeOne(
		tx,
		sql`
		select p.id as catalogue_id, p.product_id, p.title as product_name, p.currency,
			(select u.id from auth.users u where u.id = ${userId}) as user_id
		from public.products p where p.id = ${catalogueId}`,
		productSchema,
	)
	if (product !== undefined)
		await insertPurchase(tx, {
			...product,
			id: purchaseId,
			price_pence: checkoutSession.subtotalPence,
			// Not `pending`, because the buyer may have started the same purchase again, and a user cannot have two pending ones.
			status: 'expired',
			stripe_session_id: checkoutSession.id,
			created_at: createdAt,
			checkout: { expiresAt: checkoutSession.expiresAt },
		})
	return await fulfil(tx, { checkoutSession, cause: 'reconciliation', paidAt: createdAt, shop })
}

const rowSchema = z.object({ payment_intent_id: z.string() })

interface ChangedOptions extends SyncOptions {
	payments: Pick<PaymentProvider, 'listRefunds' | 'listDisputes' | 'getPayment'>
}

/** Settles every payment of ours whose recent refunds or disputes do not agree with our records. */
async function settleChangedPayments(options: ChangedOptions, since: Date): Promise<void> {
	const changed = new Set([
		...(await withChangedRefunds(options, since)),
		...(await withChangedDisputes(options, since)),
	])
	for (const paymentIntentId of changed) await syncPayment(options, paymentIntentId)
}

async function withChangedRefunds({ database, payments }: ChangedOptions, since: Date): Promise<string[]> {
	const refunds = await Array.fromAsync(payments.listRefunds(since))
	const rows = await database.query(
		sql`
		select distinct c.payment_intent_id
		from unnest(
			${refunds.map(({ id }) => id)}::text[],
			${refunds.map(({ paymentIntentId }) => paymentIntentId)}::text[],
			${refunds.map(({ stands }) => stands)}::boolean[]
		) as reported (id, payment_intent_id, stands)
		join shop.checkouts c using (payment_intent_id)
		join public.purchases p on p.id = c.purchase_id
		left join public.refunds r on r.id = reported.id
		where case when reported.stands
			then r.stands is not true or p.status in ('completed', 'disputed', 'held')
			else r.stands or p.status in ('refunded', 'duplicate')
		end`,
		rowSchema,
	)
	return rows.map((row) => row.payment_intent_id)
}

async function withChangedDisputes({ database, payments }: ChangedOptions, since: Date): Promise<string[]> {
	const disputes = await Array.fromAsync(payments.listDisputes(since))
	const rows = await database.query(
		sql`
		select distinct c.payment_intent_id
		from unnest(
			${disputes.map(({ id }) => id)}::text[],
			${disputes.map(({ paymentIntentId }) => paymentIntentId)}::text[],
			${disputes.map(({ state }) => state)}::text[],
			${disputes.map(({ stage }) => stage)}::text[],
			${disputes.map(({ answerBy }) => answerBy?.toISOString() ?? null)}::timestamptz[]
		) as reported (id, payment_intent_id, state, stage, answer_by)
		join shop.checkouts c using (payment_intent_id)
		join public.purchases p on p.id = c.purchase_id
		left join shop.disputes d on d.id = reported.id
		where (d.state, d.stage, d.answer_by) is distinct from (reported.state, reported.stage, reported.answer_by)
			or reported.state in ('open', 'lost') and p.status = 'completed'
			or reported.state <> 'open' and p.status = 'disputed'`,
		rowSchema,
	)
	return rows.map((row) => row.payment_intent_id)
}
