import type { Logger } from 'pino'
import type { Database } from '#server/db/database.ts'
import { sql } from '#server/db/sql.ts'
import { type FollowUps, fulfil } from '#server/shop/fulfil.ts'
import type { PaymentProvider } from '#server/shop/payment-provider.ts'
import type { Clock } from '#shared/clock.ts'

interface ReconcileOptions {
	database: Database
	payments: PaymentProvider
	followUps: FollowUps
	clock: Clock
	log: Logger
}

const batch = 50
// Younger ones are still being paid; the success page and the events look after them.
const youngestMs = 2 * 60_000
// Sessions end after 24 hours; the rest covers payments that settle later.
const oldestMs = 14 * 24 * 3600_000

/** Asks the provider about purchases left pending, and fulfils those that were paid while no event reached us. */
export async function reconcilePurchases({
	database,
	payments,
	followUps,
	clock,
	log,
}: ReconcileOptions): Promise<void> {
	const now = clock.now().getTime()
	const rows = await database.query<{ stripe_session_id: string }>(sql`
		select stripe_session_id from public.purchases
		where status = 'pending' and stripe_session_id is not null
			and created_at between ${new Date(now - oldestMs)} and ${new Date(now - youngestMs)}
		order by updated_at limit ${batch}`)
	for (const { stripe_session_id: sessionId } of rows) {
		const session = await payments.getCheckout(sessionId)
		if (session === undefined) {
			log.error({ sessionId }, 'the payment provider does not know a session of ours')
			continue
		}
		await database.asServer((tx) => fulfil(tx, { session, cause: 'reconciliation', followUps }))
	}
}
