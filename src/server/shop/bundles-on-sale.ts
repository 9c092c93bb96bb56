import type { Database } from '#server/platform/db/database.ts'
import { type Sql, sql } from '#server/platform/db/sql.ts'
import { isBundle } from '#shared/bundle-id.ts'
import { bundleSchema, type OfferedBundle } from '#shared/shop-state.ts'
import { readProducts } from './products.ts'

/** Returns the SQL condition that a `catalogue_id` is that of a bundle: the same check as `isBundle`. */
export function isBundleSql(catalogueId: Sql): Sql {
	return sql`(${catalogueId} like 'bundle-%')`
}

/** Selects the ids of the guides that the purchase of a guide or a bundle delivers. */
export function guidesOf(catalogueId: Sql): Sql {
	return sql`
		select catalogue_id from shop.bundle_contents where bundle_id = ${catalogueId}
		union all select ${catalogueId} where not ${isBundleSql(catalogueId)}`
}

/** Selects the titles of the guides of a bundle; none if the id is that of a guide. */
export function titlesIn(catalogueId: Sql): Sql {
	return sql`
		select g.title from shop.bundle_contents b join public.products g on g.id = b.catalogue_id
		where b.bundle_id = ${catalogueId} order by g.price_pence desc, g.id`
}

/**
 * Returns the bundles that can be bought now, the oldest first. Such a bundle is not withdrawn, all its guides are on sale, and
 * it costs less than the guides one by one. The last two conditions may stop being true after the bundle is made, when products
 * or prices change.
 */
export async function readBundlesOnSale(database: Pick<Database, 'query'>): Promise<OfferedBundle[]> {
	return await database.query(
		sql`
		select b.id, p.title, p.description as sentence, p.price_pence, c.sum_pence, c.guides
		from shop.bundles b
		join public.products p on p.id = b.id
		cross join lateral (
			select sum(g.price_pence)::integer as sum_pence,
				bool_and(g.price_pence is not null and not g.coming_soon and not g.withdrawn) as are_on_sale,
				json_agg(
					json_build_object('id', g.id, 'title', g.title, 'slug', g.slug, 'price_pence', g.price_pence)
					order by g.price_pence desc, g.id
				) as guides
			from shop.bundle_contents bc join public.products g on g.id = bc.catalogue_id where bc.bundle_id = b.id
		) c
		where b.withdrawn_at is null and c.are_on_sale and p.price_pence < c.sum_pence
		order by b.made_at, b.id`,
		bundleSchema,
	)
}

/** Returns what a guide or a bundle costs now; null if it isn't sold. */
export async function readPrice(database: Pick<Database, 'query'>, id: string): Promise<number | null> {
	if (isBundle(id))
		return (await readBundlesOnSale(database)).find((bundle) => bundle.id === id)?.price_pence ?? null
	const [product] = await readProducts(database, [id])
	return product === undefined || product.isFree || product.comingSoon ? null : product.pricePence
}

/**
 * Returns the id of a guide of a bundle at the provider. It isn't that of the guide, so that a code for the guide takes nothing off the
 * bundle, and a code for the bundle nothing off the guide.
 */
export function partAtProvider(bundleId: string, guideId: string): string {
	return `${bundleId}-${guideId}`
}

/**
 * Splits the price of a bundle among its guides in proportion to their prices, to the penny. Each guide needs a share because it
 * may have its own VAT rate.
 */
export function sharesOf({ price_pence: price, sum_pence: sum, guides }: OfferedBundle): number[] {
	let before = 0
	return guides.map((guide) => {
		const from = Math.round((price * before) / sum)
		before += guide.price_pence
		return Math.round((price * before) / sum) - from
	})
}
