import type { Logger } from 'pino'
import { z } from 'zod'
import type { Database } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { type PaymentProvider, type Payout, ProviderFailure } from '#server/shop/payment-provider.ts'
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
	const [known] = await database.query(
		sql`
		select (select max(created_at) from shop.payouts) as newest, sale.first as first_sale,
			coalesce(sale.first >= reading.back_to - interval '1 day', true) as complete
		from shop.balance_reading reading, (select min(paid_at) as first from public.receipts) sale`,
		sinceSchema,
	)
	if (known === undefined || known.first_sale === null || !known.complete) return
	const since = known.newest === null ? known.first_sale : new Date(known.newest.getTime() - settlesMs)
	try {
		for await (const payout of payments.listPayouts(since)) await store(options, payout)
		const open = await database.query(
			sql`select id from shop.payouts where not is_itemised and status not in ('failed', 'canceled') order by created_at`,
			openSchema,
		)
		for (const { id } of open) await itemise(options, id)
	} catch (error) {
		if (!(error instanceof ProviderFailure && error.definite)) throw error
		log.warn({ err: error }, 'Stripe’s payouts cannot be read; npm run doctor says what the key lacks')
	}
}

async function store({ database }: ReadOptions, payout: Payout): Promise<void> {
	const { id, status, amountPence, createdAt, arrivesAt, isAutomatic } = payout
	await database.asServer(async (tx) => {
		// The provider can't say which movements are in a payout that was made by hand.
		await tx.execute(sql`
			insert into shop.payouts (id, status, amount_pence, created_at, arrives_on, is_itemised)
			values (${id}, ${status}, ${amountPence}, ${createdAt}, ${arrivesAt.toISOString().slice(0, 10)}, ${!isAutomatic})
			on conflict (id) do update set status = excluded.status, arrives_on = excluded.arrives_on`)
		// The money of a failed payout will be part of a later one.
		if (status === 'failed' || status === 'canceled')
			await tx.execute(sql`update shop.balance_movements set payout_id = null where payout_id = ${id}`)
	})
}

async function itemise({ database, payments }: ReadOptions, payoutId: string): Promise<void> {
	let waiting: string[] = []
	const write = async () => {
		if (waiting.length === 0) return
		await database.query(
			sql`update shop.balance_movements set payout_id = ${payoutId} where id = any (${waiting})`,
		)
		waiting = []
	}
	for await (const id of payments.listMovementsOfPayout(payoutId)) {
		waiting.push(id)
		if (waiting.length >= batch) await write()
	}
	await write()
	await database.query(sql`update shop.payouts set is_itemised = true where id = ${payoutId}`)
}
