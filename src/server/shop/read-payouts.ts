import type { Logger } from 'pino'
import { z } from 'zod'
import type { Database } from '#server/platform/db/database.ts'
import { maybeOne } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import type { Payout } from '#server/shop/balance.ts'
import { type PaymentProvider, ProviderFailure } from '#server/shop/payment-provider.ts'
import { dayMs } from '#shared/clock.ts'

interface ReadOptions {
	database: Database
	payments: Pick<PaymentProvider, 'listPayouts' | 'listMovementsOfPayout'>
	log: Logger
}

/** A payout may still fail for this long after it was made. Until then, its status is read again. */
const settlesMs = 30 * dayMs
const batch = 500

const sinceSchema = z.object({
	newest: z.date().nullable(),
	oldest_open: z.date().nullable(),
	first_sale: z.date().nullable(),
	complete: z.boolean(),
})
const openSchema = z.object({ id: z.string() })

/**
 * Stores what the provider has paid out, and which of our movements are in each payout. Does nothing until all movements since
 * the first sale are stored. If the Stripe key lacks the permission to read payouts, they stay unknown.
 */
export async function readPayouts(options: ReadOptions): Promise<void> {
	const { database, payments, log } = options
	const known = await maybeOne(
		database,
		sql`
		select (select max(created_at) from shop.payouts) as newest,
			(select min(created_at) from shop.payouts where not is_itemised and status not in ('failed', 'canceled')) as oldest_open, sale.first as first_sale,
			coalesce(sale.first >= reading.back_to - interval '1 day', true) as complete
		from shop.balance_reading reading, (select min(paid_at) as first from public.receipts) sale`,
		sinceSchema,
	)
	if (known === undefined || known.first_sale === null || !known.complete) return
	try {
		for await (const payout of payments.listPayouts(since(known, known.first_sale)))
			await store(options, payout)
		// The oldest first: a later payout may contain the money of an earlier one that did not arrive.
		const open = await database.query(
			sql`select id from shop.payouts where not is_itemised and is_reconciled and status not in ('failed', 'canceled')
				order by created_at, id`,
			openSchema,
		)
		for (const { id } of open) await itemise(options, id)
	} catch (error) {
		if (!(error instanceof ProviderFailure && error.definite)) throw error
		log.warn({ err: error }, 'Stripe’s payouts cannot be read; npm run doctor says what the key lacks')
	}
}

/** Returns since when payouts may be new, may have changed their status or may have been reconciled. */
function since({ newest, oldest_open }: z.infer<typeof sinceSchema>, firstSale: Date): Date {
	if (newest === null) return firstSale
	const settled = newest.getTime() - settlesMs
	return new Date(oldest_open === null ? settled : Math.min(settled, oldest_open.getTime()))
}

async function store({ database }: ReadOptions, payout: Payout): Promise<void> {
	const { id, status, amountPence, createdAt, arrivesAt, isAutomatic, isReconciled } = payout
	await database.asServer(async (tx) => {
		// The provider can't say which movements are in a payout that was made by hand.
		await tx.execute(sql`
			insert into shop.payouts (id, status, amount_pence, created_at, arrives_on, is_itemised, is_reconciled)
			values (${id}, ${status}, ${amountPence}, ${createdAt}, ${arrivesAt.toISOString().slice(0, 10)}, ${!isAutomatic}, ${isReconciled})
			on conflict (id) do update set status = excluded.status, arrives_on = excluded.arrives_on,
				is_itemised = payouts.is_itemised or excluded.is_itemised, is_reconciled = excluded.is_reconciled`)
		// What did not arrive was not paid out. The later payout that contains the money will be found by the money's own line.
		if (hasReturned(status))
			await tx.execute(sql`update shop.balance_movements set payout_id = null where payout_id = ${id}`)
	})
}

function hasReturned(status: string): boolean {
	return status === 'failed' || status === 'canceled'
}

async function itemise({ database, payments }: ReadOptions, payoutId: string): Promise<void> {
	let waiting: string[] = []
	// A movement of a payout that failed later is not paid out; only this payout's own status counts.
	const write = async () => {
		if (waiting.length === 0) return
		await database.query(sql`
			update shop.balance_movements set payout_id = ${payoutId}
			where id = any (${waiting})
				and exists (select from shop.payouts where id = ${payoutId} and status not in ('failed', 'canceled'))`)
		waiting = []
	}
	const seen = new Set([payoutId])
	// The line of a returned payout stands for that payout's own lines, which may be other returned payouts again.
	for (const each of seen)
		for await (const { id, returnedPayoutId } of payments.listMovementsOfPayout(each)) {
			if (returnedPayoutId !== null) seen.add(returnedPayoutId)
			waiting.push(id)
			if (waiting.length >= batch) await write()
		}
	await write()
	await database.query(sql`
		update shop.payouts set is_itemised = true
		where id = ${payoutId} and not exists (
			select from shop.payouts where id = any (${[...seen]}) and not is_reconciled
		)`)
}
