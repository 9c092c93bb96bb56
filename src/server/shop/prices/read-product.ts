import { z } from 'zod'
import type { Database } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { DecisionError } from '#server/shop/decide-purchase.ts'

const productSchema = z.object({
	id: z.string(),
	title: z.string(),
	slug: z.string(),
	status: z.enum(['on sale', 'free', 'coming soon', 'withdrawn']),
	price_pence: z.int().nullable(),
	file_name: z.string().nullable(),
	waiting_people: z.int(),
	emails_wait: z.boolean(),
})

const priceSchema = z.object({
	price_pence: z.int(),
	from: z.date(),
	by: z.string(),
	cancelled_by: z.string().nullable(),
	is_planned: z.boolean(),
})

const mostPrices = 50

/** Reads one product and the prices that owners have set for it, newest first. */
export async function readProduct(
	database: Pick<Database, 'query'>,
	id: string,
): Promise<z.infer<typeof productSchema> & { prices: z.infer<typeof priceSchema>[] }> {
	const [product] = await database.query(
		sql`
		select id, title, slug, price_pence, file_name,
			(
				select count(*)::integer from shop.release_notices
				where catalogue_id = products.id and confirmed_at is not null and queued_at is null and unsubscribed_at is null and email is not null
			) as waiting_people,
			exists (select from shop.release_emails where catalogue_id = products.id and waits) as emails_wait,
			case when withdrawn then 'withdrawn' when coming_soon then 'coming soon' when is_free then 'free' else 'on sale' end as status
		from public.products where id = ${id}`,
		productSchema,
	)
	if (product === undefined) throw new DecisionError('The shop has no such product.')
	const prices = await database.query(
		sql`
		select price_pence, starts_at as from, set_by as by, cancelled_by, cancelled_at is null and starts_at > now() as is_planned
		from shop.owner_prices where catalogue_id = ${id} order by starts_at desc, set_at desc limit ${mostPrices}`,
		priceSchema,
	)
	return { ...product, prices }
}
