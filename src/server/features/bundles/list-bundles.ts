import type { z } from 'zod'
import { readChanged, sumsIn } from '#server/features/sales/movements.ts'
import type { Database } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { isBundleSql, readBundlesOnSale } from '#server/shop/bundles-on-sale.ts'
import { bundleRow } from '#shared/admin/bundles.ts'

type ListedBundle = z.infer<typeof bundleRow>

const always = { from: new Date(0), until: new Date('9999-01-01') }

/** Lists the newest bundles, each with its number of sales, how many of those were refunded, and the sum paid before refunds. */
export async function listBundles(database: Pick<Database, 'query'>): Promise<ListedBundle[]> {
	const onSale = new Set((await readBundlesOnSale(database)).map(({ id }) => id))
	const sales = sumsIn(await readChanged({ database }), always, { what: 'sales' })
	const rows = await database.query(
		sql`
		with sold as (
			select catalogue_id, sum(movements)::integer as sold, sum(movements) filter (where status = 'refunded')::integer as refunded,
				sum(gross_pence)::integer as paid_pence
			from (${sales}) s where ${isBundleSql(sql`catalogue_id`)} group by catalogue_id
		)
		select b.id, p.title, p.description as sentence, p.price_pence, c.sum_pence, c.guides, b.made_by, b.made_at, b.withdrawn_at,
			coalesce(sold.sold, 0) as sold, coalesce(sold.refunded, 0) as refunded, coalesce(sold.paid_pence, 0) as paid_pence
		from (select * from shop.bundles order by made_at desc, id desc limit 200) b
		join public.products p on p.id = b.id
		cross join lateral (
			select coalesce(sum(g.price_pence), 0)::integer as sum_pence, array_agg(g.title order by g.price_pence desc, g.id) as guides
			from shop.bundle_contents bc join public.products g on g.id = bc.catalogue_id where bc.bundle_id = b.id
		) c
		left join sold on sold.catalogue_id = b.id
		order by b.made_at desc, b.id desc`,
		bundleRow.omit({ state: true }),
	)
	return rows.map((row) => ({
		...row,
		state: row.withdrawn_at !== null ? 'withdrawn' : onSale.has(row.id) ? 'on sale' : 'not offered',
	}))
}
