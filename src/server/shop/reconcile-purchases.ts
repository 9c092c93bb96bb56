import type { Logger } from 'pino'
import { z } from 'zod'
import type { Database } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { withCardCountry } from '#server/shop/card-country.ts'
import { failPurchase } from '#server/shop/fail-purchase.ts'
import { fulfil } from '#server/shop/fulfil.ts'
import { type CheckoutSession, type PaymentProvider, ProviderFailure } from '#server/shop/payment-provider.ts'
import type { ShopContext } from '#server/shop/shop-context.ts'
import { dayMs } from '#shared/clock.ts'

const checkoutSessionSchema = z.object({ session_id: z.string() })

const heldSchema = z.object({ id: z.uuid(), held_reason: z.string().nullable() })

interface ReconcileOptions {
	database: Database
	payments: Pick<PaymentProvider, 'getCheckout' | 'hasFailed' | 'getCardCountry'>
	shop: ShopContext
	log: Logger
}

const batch = 50
// Purchases younger than this are still being paid; the success page and the events take care of them.
const youngestMs = 2 * 60_000
// Checkout Sessions end after 24 hours. The other days are for payments that settle late, such as bank debits.
const oldestMs = 30 * dayMs
const waitingMs = 30 * dayMs

/**
 * Asks the provider about pending purchases. Fulfils those that were paid, and ends those whose payment has failed, although no
 * event reached us. Reminds the owner of purchases on hold.
 */
export async function reconcilePurchases(options: ReconcileOptions): Promise<void> {
	const { database, log } = options
	for (const checkoutSessionId of await nextCheckoutSessions(options)) {
		try {
			await reconcile(options, checkoutSessionId)
		} catch (error) {
			// If the provider is unreachable, the other purchases would fail for the same reason, each after a long wait.
			if (error instanceof ProviderFailure) throw error
			// One purchase that cannot be settled must not hold up the others.
			log.error({ err: error, checkoutSessionId }, 'a purchase could not be reconciled')
		}
	}
	await ignoreUnknownPayments(options)
	const held = await database.query(
		sql`
		select p.id, c.held_reason from public.purchases p join shop.checkouts c on c.purchase_id = p.id
		where p.status = 'held' order by p.created_at limit ${batch}`,
		heldSchema,
	)
	if (held.length > 0) log.error({ held }, 'purchases are on hold: the owner must decide')
}

/**
 * Ignores events whose payment is still unknown after a month, because they must be about something else sold on the same
 * account.
 */
async function ignoreUnknownPayments({ database, shop }: ReconcileOptions): Promise<void> {
	const now = shop.clock.now()
	await database.query(sql`
		update shop.payment_events set processed_at = ${now}, outcome = 'ignored'
		where processed_at is null and waits_for_payment is not null
			and received_at < ${new Date(now.getTime() - waitingMs)}`)
}

/**
 * Returns the pending Checkout Sessions that were checked longest ago, and moves them to the end of the queue. Without this, one
 * batch that stays pending all day would keep the others from being checked.
 */
async function nextCheckoutSessions({ database, shop }: ReconcileOptions): Promise<string[]> {
	const now = shop.clock.now().getTime()
	const rows = await database.query(
		sql`
		with next as (
			select c.purchase_id from shop.checkouts c join public.purchases p on p.id = c.purchase_id
			where p.status = 'pending' and c.session_id is not null
				and p.created_at between ${new Date(now - oldestMs)} and ${new Date(now - youngestMs)}
			order by c.updated_at limit ${batch}
			for update of c skip locked
		)
		update shop.checkouts c set updated_at = now() from next where c.purchase_id = next.purchase_id
		returning c.session_id`,
		checkoutSessionSchema,
	)
	return rows.map((row) => row.session_id)
}

async function reconcile(
	{ database, payments, shop, log }: ReconcileOptions,
	checkoutSessionId: string,
): Promise<void> {
	const checkoutSession = await payments.getCheckout(checkoutSessionId)
	if (checkoutSession === undefined)
		log.error({ checkoutSessionId }, 'the payment provider does not have a Checkout Session of ours')
	else if (await hasFailed(payments, checkoutSession))
		await database.asServer((tx) => failPurchase(tx, checkoutSessionId, 'reconciliation'))
	else {
		const paidAt = shop.clock.now()
		const checked = await withCardCountry({ database, payments }, checkoutSession)
		await database.asServer((tx) =>
			fulfil(tx, { checkoutSession: checked, cause: 'reconciliation', paidAt, shop }),
		)
	}
}

/** Returns whether the payment of a Checkout Session takes days and has failed. */
async function hasFailed(
	payments: ReconcileOptions['payments'],
	{ status, paymentStatus, paymentIntentId }: CheckoutSession,
): Promise<boolean> {
	const takesDays = status === 'complete' && paymentStatus === 'unpaid' && paymentIntentId !== null
	return takesDays && (await payments.hasFailed(paymentIntentId))
}
