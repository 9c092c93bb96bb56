import { z } from 'zod'
import { decide, lockProduct } from '#server/features/content/write-documents.ts'
import type { Database, Transaction } from '#server/platform/db/database.ts'
import { maybeOne } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import { failuresOf } from '#server/platform/failures-of.ts'
import { type DecidedPrice, type Decisions, decisionsSchema } from '#server/shop/decisions.ts'

/** How many former prices a document keeps. Its history has all of them. */
const mostFormer = 50

type Prices = Pick<Decisions, 'price' | 'plannedPrice' | 'formerPrices'>

/** Returns the prices as they are at a moment: a planned price whose time has come is in force. */
export function pricesAt(at: Date, { price, plannedPrice, formerPrices }: Prices): Prices {
	const prices = { price, plannedPrice, formerPrices }
	if (plannedPrice === undefined || Date.parse(plannedPrice.from) > at.getTime()) return prices
	const { thereafter, ...begun } = plannedPrice
	const next = thereafter && { ...thereafter, by: begun.by }
	return pricesAt(at, { ...withPrice(prices, begun), plannedPrice: next })
}

/** Returns prices with another one in force. */
export function withPrice(
	{ price: before, plannedPrice, formerPrices = [] }: Prices,
	price: DecidedPrice,
): Prices {
	const former = before === undefined ? formerPrices : [before, ...formerPrices]
	return { price, plannedPrice, formerPrices: former.slice(0, mostFormer) }
}

/** Returns prices without the planned one, which somebody has cancelled. */
export function withoutPlannedPrice({ price, plannedPrice, formerPrices = [] }: Prices, by: string): Prices {
	const cancelled = plannedPrice === undefined ? [] : [{ ...plannedPrice, cancelledBy: by }]
	return {
		price,
		plannedPrice: undefined,
		formerPrices: [...cancelled, ...formerPrices].slice(0, mostFormer),
	}
}

/** Returns prices of which none is in force or planned, because somebody has cancelled them. */
export function withoutPrices({ price, ...prices }: Prices, by: string): Prices {
	const { formerPrices } = withoutPlannedPrice({ ...prices, plannedPrice: price }, by)
	return withoutPlannedPrice({ ...prices, formerPrices }, by)
}

const dueSchema = z.object({ id: z.string(), decisions: decisionsSchema, at: z.date() })

// Reading the product reports a time that isn't valid.
const dueProducts = sql`
	select id, decisions, now() as at from shop.documents
	where kind = 'product' and case
		when pg_input_is_valid(decisions #>> '{plannedPrice,from}', 'timestamptz')
		then (decisions #>> '{plannedPrice,from}')::timestamptz <= now()
		else false
	end`

/**
 * Lets planned prices begin whose time has come. Of several servers that see it at the same moment, one does it. Returns why some
 * couldn't begin.
 */
export async function beginPlannedPrices(database: Pick<Database, 'query' | 'asServer'>): Promise<Error[]> {
	return await failuresOf(await database.query(dueProducts, dueSchema.pick({ id: true })), {
		work: ({ id }) => database.asServer((tx) => beginPlannedPrice(tx, id)),
		says: ({ id }) => `The planned price of product ${id} could not begin`,
	})
}

async function beginPlannedPrice(tx: Transaction, id: string): Promise<void> {
	await lockProduct(tx, id)
	const due = await maybeOne(tx, sql`${dueProducts} and id = ${id}`, dueSchema)
	const by = due?.decisions.plannedPrice?.by
	if (due === undefined || by === undefined) return
	await decide(tx, id, { by, change: 'planned price begun', decided: pricesAt(due.at, due.decisions) })
}
