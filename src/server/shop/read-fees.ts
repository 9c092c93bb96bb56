import type { Logger } from 'pino'
import { z } from 'zod'
import type { Database } from '#server/platform/db/database.ts'
import { maybeOne } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import type { BalanceMovement } from '#server/shop/balance.ts'
import { type PaymentProvider, ProviderFailure } from '#server/shop/payment-provider.ts'
import { storedPence } from '#server/shop/purchases.ts'
import { type Clock, dayMs } from '#shared/clock.ts'

interface ReadOptions {
	database: Database
	payments: Pick<PaymentProvider, 'listMovements'>
	clock: Clock
	log: Logger
}

const readingSchema = z.object({ back_to: z.date(), up_to: z.date(), first_sale: z.date().nullable() })

/**
 * How many older movements are read at a time. Reading them takes fifty calls, and a shop that has sold for years has many
 * movements.
 */
const mostOlder = 5_000
const batch = 500

/**
 * Stores what the provider has charged since a time for our payments, refunds and disputes. Also stores a share of the older
 * charges that are not stored yet. If the Stripe key lacks the permission to read the balance, the fees stay unknown.
 */
export async function readFees(options: ReadOptions, since: Date): Promise<void> {
	const { database, payments, clock, log } = options
	const reading = await maybeOne(
		database,
		sql`select back_to, up_to, (select min(paid_at) from public.receipts) as first_sale from shop.balance_reading`,
		readingSchema,
	)
	if (reading === undefined) return
	const startedAt = clock.now()
	try {
		const from = new Date(Math.min(since.getTime(), reading.up_to.getTime() - dayMs))
		await store(options, payments.listMovements({ from }), Number.POSITIVE_INFINITY)
		await database.query(sql`update shop.balance_reading set up_to = ${startedAt}`)
		const { back_to: backTo, first_sale: firstSale } = reading
		if (firstSale === null || firstSale >= backTo) return
		const start = new Date(firstSale.getTime() - dayMs)
		const last = await store(options, payments.listMovements({ from: start, until: backTo }), mostOlder)
		await database.query(sql`update shop.balance_reading set back_to = ${last ?? start}`)
	} catch (error) {
		// If the key lacks the permission, carries on: nothing else depends on the fees.
		if (!(error instanceof ProviderFailure && error.definite)) throw error
		log.warn({ err: error }, 'Stripe’s fees cannot be read; npm run doctor says what the key lacks')
	}
}

/**
 * Stores up to `most` movements, newest first. If it stopped at this limit, returns the time of the last movement stored. Returns
 * undefined if it has stored all.
 */
async function store(
	{ database }: Pick<ReadOptions, 'database'>,
	movements: AsyncIterable<BalanceMovement>,
	most: number,
): Promise<Date | undefined> {
	let [waiting, count]: [BalanceMovement[], number] = [[], 0]
	for await (const movement of movements) {
		waiting.push(movement)
		count += 1
		if (waiting.length >= batch) {
			await insert(database, waiting)
			waiting = []
		}
		if (count >= most) {
			await insert(database, waiting)
			return movement.at
		}
	}
	await insert(database, waiting)
	return undefined
}

/** Stores the movements of our own payments only: other products may be sold on the same account. */
async function insert(database: Database, movements: readonly BalanceMovement[]): Promise<void> {
	if (movements.length === 0) return
	await database.query(sql`
		insert into shop.balance_movements (id, kind, source_id, payment_intent_id, amount_pence, fee_pence, at, country, card_country)
		select m.* from unnest(
			${movements.map(({ id }) => id)}::text[],
			${movements.map(({ kind }) => kind)}::text[],
			${movements.map(({ sourceId }) => sourceId)}::text[],
			${movements.map(({ paymentIntentId }) => paymentIntentId)}::text[],
			${movements.map(({ amountPence }) => storedPence(amountPence))}::integer[],
			${movements.map(({ feePence }) => storedPence(feePence))}::integer[],
			${movements.map(({ at }) => at.toISOString())}::timestamptz[],
			${movements.map(({ country }) => country)}::text[],
			${movements.map(({ cardCountry }) => cardCountry)}::text[]
		) as m (id, kind, source_id, payment_intent_id, amount_pence, fee_pence, at, country, card_country)
		where exists (select from shop.checkouts c where c.payment_intent_id = m.payment_intent_id)
		-- Movements that were stored before the shop read countries get theirs when they are read again.
		on conflict (id) do update set country = excluded.country, card_country = excluded.card_country
			where (balance_movements.country, balance_movements.card_country) is distinct from (excluded.country, excluded.card_country)
				and coalesce(excluded.country, excluded.card_country) is not null`)
}
