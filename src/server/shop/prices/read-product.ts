import { z } from 'zod'
import type { Database } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
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

/**
 * Reads one product and the prices that owners have set for it, newest first. `released` says which owner released it in the
 * admin; it is null if none did, if the release was taken back, or if the catalogue itself now lists the product as released.
 */
export async function readProduct(
	{ database, catalogue }: { database: Pick<Database, 'query'>; catalogue: readonly Product[] },
	id: string,
): Promise<z.infer<typeof shownSchema> & { prices: z.infer<typeof priceSchema>[] }> {
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
	const releasesItself = catalogue.find((one) => one.id === id)?.comingSoon !== true
	return { ...product, released: releasesItself ? null : product.released, prices }
}
