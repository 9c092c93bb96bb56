import { z } from 'zod'
import type { Database } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import type { Product } from '#shared/catalogue-schema.ts'

/** Selects the latest price that an owner has set for each product, leaving out planned ones. */
export const ownerPrices = sql`
	select distinct on (catalogue_id) catalogue_id, price_pence from shop.owner_prices
	where cancelled_at is null and starts_at <= now() order by catalogue_id, starts_at desc, set_at desc`

/**
 * Sets the price of each paid product to the latest one that an owner has set and that has taken effect. Pages, APIs and checkouts
 * read it from the product.
 */
export const applyPrices = sql`
	update public.products p set price_pence = o.price_pence
	from (${ownerPrices}) o
	where p.id = o.catalogue_id and not p.is_free and p.price_pence <> o.price_pence`

const priceSchema = z.object({ id: z.string(), price_pence: z.int() })

/** Returns what each paid product costs now, by its id. */
export async function readPrices(
	database: Pick<Database, 'query'>,
): Promise<Readonly<Record<string, number>>> {
	const rows = await database.query(
		sql`select id, price_pence from public.products where price_pence is not null and not withdrawn order by id`,
		priceSchema,
	)
	return Object.fromEntries(rows.map(({ id, price_pence: pence }) => [id, pence]))
}

/** Returns a product with its current price. */
export async function atPriceNow<P extends Pick<Product, 'id' | 'pricePence'>>(
	database: Pick<Database, 'query'>,
	product: P,
): Promise<P> {
	if (product.pricePence === null) return product
	const prices = await readPrices(database)
	return { ...product, pricePence: prices[product.id] ?? product.pricePence }
}
