import { z } from 'zod'
import type { Database } from '#server/platform/db/database.ts'
import { maybeOne } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import { decisionsSchema } from '#server/shop/decisions.ts'
import { productNotFound } from '#server/shop/errors.ts'

const stateSchema = z.object({
	title: z.string(),
	slug: z.string(),
	price: z.int().nullable(),
	comingSoon: z.boolean(),
	withdrawn: z.boolean(),
	decisions: decisionsSchema,
	holders: z.int(),
	/** How many people may still be paying for it, alone or in a bundle. */
	checkouts: z.int(),
	/** The titles of the bundles with it. */
	bundles: z.array(z.string()),
	/** The codes that are for it by name. */
	codes: z.array(z.string()),
	at: z.date(),
})

export type Availability = Awaited<ReturnType<typeof readAvailability>>

/** Reads a product with who has it, who may be paying for it, and what it is part of. Throws `product_not_found`. */
export async function readAvailability(database: Pick<Database, 'query'>, id: string) {
	const state = await maybeOne(
		database,
		sql`
		select p.title, p.slug, p.price_pence as price, p.coming_soon as "comingSoon", p.withdrawn, d.decisions, bought.*, now() as at,
			array(
				select b.title from shop.bundle_contents c join shop.bundles s on s.id = c.bundle_id join public.products b on b.id = s.id
				where c.catalogue_id = p.id and s.withdrawn_at is null order by 1
			) as bundles,
			array(
				select code from shop.discount_codes
				where p.id = any (catalogue_ids) and turned_off_at is null and (ends_at is null or ends_at > now()) order by 1
			) as codes
		from public.products p join shop.documents d on d.kind = 'product' and d.id = p.id
			cross join lateral (
				select count(distinct user_id) filter (where status = 'completed' and catalogue_id = p.id)::integer as holders,
					count(distinct user_id) filter (where status = 'pending')::integer as checkouts
				from public.purchases
				where catalogue_id = p.id or catalogue_id in (select bundle_id from shop.bundle_contents where catalogue_id = p.id)
			) bought
		where p.id = ${id}`,
		stateSchema,
	)
	if (state === undefined) throw productNotFound()
	const { offSale } = state.decisions
	return { ...state, offSale, hasLeft: state.withdrawn && offSale === undefined }
}
