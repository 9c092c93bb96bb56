import { z } from 'zod'
import type { Database } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { readPublishedProducts } from '#server/shop/content/published-products.ts'
import { productColumns, productSchema, waitsForRelease } from '#server/shop/list-products.ts'
import { DecisionError } from '#server/shop/plan.ts'
import type { Product } from '#shared/catalogue-schema.ts'

const shownSchema = productSchema.extend({
	file_name: z.string().nullable(),
	is_free: z.boolean(),
	waiting_people: z.int(),
	emails_wait: z.boolean(),
	released: z.object({ by: z.string(), at: z.coerce.date() }).nullable(),
})

const priceSchema = z.object({
	price_pence: z.int(),
	from: z.date(),
	by: z.string(),
	cancelled_by: z.string().nullable(),
	is_planned: z.boolean(),
})

const mostPrices = 50

type ShownProduct = z.infer<typeof shownSchema> & {
	prices: z.infer<typeof priceSchema>[]
	/** Its published document; undefined if it has left the shop. */
	document: Product | undefined
}

/**
 * Reads one product and the prices that owners have set for it, newest first. `released` says which owner released it in the
 * admin; it is null if none did, if the release was taken back, or if the product's document itself now says that it is out.
 */
export async function readProduct(database: Pick<Database, 'query'>, id: string): Promise<ShownProduct> {
	const [product] = await database.query(
		sql`
		select ${productColumns}, p.file_name, p.is_free,
			case when r.released_at is not null then jsonb_build_object('by', r.released_by, 'at', r.released_at) end as released,
			(
				select count(*)::integer from shop.release_notices n where n.catalogue_id = p.id and ${waitsForRelease}
			) as waiting_people,
			exists (select from shop.release_emails e where e.catalogue_id = p.id and e.waits) as emails_wait
		from public.products p left join shop.releases r on r.catalogue_id = p.id and r.taken_back_at is null
		where p.id = ${id}`,
		shownSchema,
	)
	if (product === undefined) throw new DecisionError('The shop has no such product.')
	const prices = await database.query(
		sql`
		select price_pence, starts_at as from, set_by as by, cancelled_by, cancelled_at is null and starts_at > now() as is_planned
		from shop.owner_prices where catalogue_id = ${id} order by starts_at desc, set_at desc limit ${mostPrices}`,
		priceSchema,
	)
	const document = (await readPublishedProducts(database)).find((one) => one.id === id)
	const releasesItself = document?.comingSoon !== true
	return { ...product, released: releasesItself ? null : product.released, prices, document }
}
