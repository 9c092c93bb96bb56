import type { Logger } from 'pino'
import { z } from 'zod'
import type { Database } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { outcomeOf } from '#server/shop/follow-disputes.ts'
import { type CheckoutSession, isPaidHere, type PaymentProvider } from '#server/shop/payment-provider.ts'
import { rebuildPurchase } from '#server/shop/rebuild-purchase.ts'
import { settleChangedPayments } from '#server/shop/settle-changed-payments.ts'
import type { ShopContext } from '#server/shop/shop-context.ts'
import type { Clock } from '#shared/clock.ts'

const sessionSchema = z.object({ session_id: z.string() })

interface CompareOptions {
	database: Database
	payments: Pick<PaymentProvider, 'listCheckouts' | 'listRefunds' | 'listDisputes' | 'getPayment'>
	shop: ShopContext
	clock: Clock
	log: Logger
	/** How far back to look. */
	days?: number | undefined
}

const dayMs = 24 * 3600_000
// The provider retries an undelivered event for three days.
const usualDays = 3
// A dispute is decided within months, and a refund may come back after weeks.
const afterDays = 120

/**
 * Finds what our records have missed or lost among the provider's recent sessions, refunds and disputes, and corrects it.
 * Events may never have arrived, and the database may be last night's backup. Returns how many purchases were rebuilt.
 */
export async function compareWithProvider(options: CompareOptions): Promise<{ rebuilt: number }> {
	const { clock, days = usualDays } = options
	const now = clock.now().getTime()
	const since = new Date(now - days * dayMs)
	const rebuilt = await findLostPayments(options, since)
	const longAgo = new Date(now - Math.max(days, afterDays) * dayMs)
	await settleChangedPayments(options, longAgo)
	return { rebuilt }
}

async function findLostPayments(options: CompareOptions, since: Date): Promise<number> {
	const { database, payments, shop, log } = options
	const paid: CheckoutSession[] = []
	for await (const session of payments.listCheckouts(since)) if (isPaidHere(session)) paid.push(session)
	const known = await database.query(
		sql`
		select session_id from shop.checkouts where session_id = any (${paid.map(({ id }) => id)})`,
		sessionSchema,
	)
	const isKnown = new Set(known.map(({ session_id }) => session_id))
	let rebuilt = 0
	const missing = paid.filter(({ id }) => !isKnown.has(id))
	for (const session of await sortedByOwnership(options, missing)) {
		const purchase = await database.asServer((tx) => rebuildPurchase(tx, session, shop))
		const about = { sessionId: session.id, purchaseId: session.purchaseId }
		if (purchase === undefined) log.error(about, 'a paid session of ours cannot be added to our records')
		else
			log.error({ ...about, status: purchase.status }, 'a paid purchase missing from our records was rebuilt')
		if (purchase !== undefined) rebuilt += 1
	}
	return rebuilt
}

/**
 * Sorts paid sessions first, then disputed ones, then refunded ones. Of two payments for one guide, the one that was not
 * refunded must deliver it, or it would itself be refunded as the duplicate.
 */
async function sortedByOwnership(
	{ payments }: CompareOptions,
	sessions: readonly CheckoutSession[],
): Promise<CheckoutSession[]> {
	const ranked: { session: CheckoutSession; rank: number }[] = []
	for (const session of sessions) {
		const intent = session.paymentIntentId
		const payment = intent === null ? undefined : await payments.getPayment(intent)
		const isGivenBack = payment !== undefined && payment.refundedPence >= payment.amountPence
		const outcome = outcomeOf((payment?.disputes ?? []).map(({ state }) => state))
		const isWithBuyer = isGivenBack || outcome === 'lost'
		ranked.push({ session, rank: isWithBuyer ? 2 : outcome === 'open' ? 1 : 0 })
	}
	return ranked.toSorted((one, other) => one.rank - other.rank).map(({ session }) => session)
}
