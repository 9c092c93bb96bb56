import { z } from 'zod'
import type { Database } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { isBundleSql } from '#server/shop/bundles-on-sale.ts'
import { productStatuses } from '#shared/admin/names.ts'

/** What the list of products and the page of one product both show. */
export const productSchema = z.object({
	id: z.string(),
	title: z.string(),
	slug: z.string(),
	status: z.enum(productStatuses),
	price_pence: z.int().nullable(),
})

/** Selects what `productSchema` describes from a product `p`. */
export const productColumns = sql`
	p.id, p.title, p.slug, p.price_pence,
	case
		when exists (
			select from shop.documents o where o.kind = 'product' and o.id = p.id and o.decisions #>> '{offSale,isGone}' = 'false'
		) then 'off sale'
		when p.withdrawn then 'withdrawn' when p.coming_soon then 'coming soon' when p.is_free then 'free' else 'on sale' end as status`

/** The condition that the address of a release notice `n` is confirmed and still waits for its email. */
export const waitsForRelease = sql`(
	n.confirmed_at is not null and n.queued_at is null and n.unsubscribed_at is null and n.email is not null
)`

const listedSchema = productSchema.extend({
	edition: z.string().nullable(),
	sold: z.int(),
	held: z.int(),
	rating: z.number().nullable(),
	reviews: z.int(),
	unanswered: z.int(),
	waiting: z.int(),
})

/**
 * Lists every product except bundles, with its sales, rating, number of reviews, and number of addresses that wait for its
 * release. Sales are read from the stored sums, which are at most a minute old.
 */
export async function listProducts(
	database: Pick<Database, 'query'>,
): Promise<z.infer<typeof listedSchema>[]> {
	return await database.query(
		sql`
		with sold as (
			select catalogue_id, sum(count)::integer as count from shop.daily_steps where step in ('paid', 'taken') group by catalogue_id
		), held as (
			select catalogue_id, count(*)::integer as count from public.purchases where status = 'held' group by catalogue_id
		), reviewed as (
			select catalogue_id, avg(rating) filter (where hidden_at is null)::float8 as rating,
				count(*) filter (where hidden_at is null)::integer as count,
				count(*) filter (where hidden_at is null and answer is null)::integer as unanswered
			from public.reviews group by catalogue_id
		), waiting as (
			select catalogue_id, count(*)::integer as count from shop.release_notices n where ${waitsForRelease} group by catalogue_id
		)
		select ${productColumns}, p.edition,
			coalesce(sold.count, 0) as sold, coalesce(held.count, 0) as held, reviewed.rating, coalesce(reviewed.count, 0) as reviews,
			coalesce(reviewed.unanswered, 0) as unanswered, coalesce(waiting.count, 0) as waiting
		from public.products p left join sold on sold.catalogue_id = p.id left join held on held.catalogue_id = p.id
			left join reviewed on reviewed.catalogue_id = p.id left join waiting on waiting.catalogue_id = p.id
		where not ${isBundleSql(sql`p.id`)}
		order by p.withdrawn, p.coming_soon, length(p.id), p.id`,
		listedSchema,
	)
}
