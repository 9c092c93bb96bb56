import { z } from 'zod'
import type { Transaction } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { addJob } from '#server/platform/jobs/queue.ts'
import type { CurrentPayment } from '#server/shop/payment-provider.ts'
import { type Purchase, storedPence } from '#server/shop/purchases.ts'

const lineSchema = z.object({ at: z.date().nullable() })
const idSchema = z.object({ id: z.string() })

interface KeepRefunds {
	payment: CurrentPayment
	now: Date
}

/** Money that went back to a buyer; `id` is the provider's. */
interface Returned {
	id: string
	kind: 'refund' | 'dispute'
	amountPence: number
	at: Date
}

/** Older refunds, found after an upgrade, are not announced: buyers have seen them on their bank statements. */
const newsMs = 7 * 24 * 3600_000

/**
 * Stores the money returned to the buyer of a purchase, as the provider reports it now, and enqueues emails about what is new.
 * A refund that has failed since no longer stands.
 */
export async function keepRefunds(
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
			-- If it stands again, the buyer gets another email.
			mailed_at = case when not stands then null else mailed_at end,
			withdrawal_mailed_at = null
		where purchase_id = ${purchaseId} and kind <> 'by hand' and stands <> (id = any (${standing}))
		returning id`,
		idSchema,
	)
	for (const { id } of changed) await addJob(tx, 'send-refund-notice', { refundId: id })
	for (const { id, kind, amountPence, at } of returned) {
		const added = await tx.execute(sql`
			insert into public.refunds (id, purchase_id, user_id, kind, amount_pence, at)
			values (${id}, ${purchaseId}, ${user_id}, ${kind}, ${storedPence(amountPence)}, ${at})
			on conflict (id) do nothing`)
		if (added === 1 && now.getTime() - at.getTime() < newsMs)
			await addJob(tx, 'send-refund-notice', { refundId: id })
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

/** A dispute does not say when it was lost. The guide was taken away then, unless it was never delivered. */
async function takenAwayAt(tx: Transaction, purchaseId: string, now: Date): Promise<Date> {
	const [line] = await tx.query(
		sql`
		select max(at) as at from shop.purchase_history where purchase_id = ${purchaseId} and to_status = 'refunded'`,
		lineSchema,
	)
	return line?.at ?? now
}
