import { z } from 'zod'
import type { Database } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { readBundlesOnSale } from '#server/shop/bundles/bundles-on-sale.ts'

const bundleSchema = z.object({
	id: z.string(),
	title: z.string(),
	sentence: z.string(),
	price_pence: z.int(),
	/** What its guides cost one by one, now. */
	sum_pence: z.int(),
	guides: z.array(z.string()),
	made_by: z.string(),
	made_at: z.date(),
	withdrawn_at: z.date().nullable(),
	sold: z.int(),
	refunded: z.int(),
	paid_pence: z.int(),
})

type ListedBundle = z.infer<typeof bundleSchema> & { state: 'on sale' | 'not offered' | 'withdrawn' }

/** Lists the newest bundles with how often each was sold, how many of those were refunded since, and what was paid before refunds. */
export async function listBundles(database: Pick<Database, 'query'>): Promise<ListedBundle[]> {
	const onSale = new Set((await readBundlesOnSale(database)).map(({ id }) => id))
	const rows = await database.query(
		sql`
		select b.id, p.title, p.description as sentence, p.price_pence, c.sum_pence, c.guides, b.made_by, b.made_at, b.withdrawn_at,
			sold.sold, sold.refunded, sold.paid_pence
		from (select * from shop.bundles order by made_at desc, id desc limit 200) b
		join public.products p on p.id = b.id
		cross join lateral (
			select coalesce(sum(g.price_pence), 0)::integer as sum_pence, array_agg(g.title order by g.price_pence desc, g.id) as guides
			from shop.bundle_contents bc join public.products g on g.id = bc.catalogue_id where bc.bundle_id = b.id
		) c
		cross join lateral (
			select count(*)::integer as sold, count(*) filter (where s.status = 'refunded')::integer as refunded,
				coalesce(sum(r.amount_pence), 0)::integer as paid_pence
			from public.purchases s join public.receipts r on r.purchase_id = s.id where s.catalogue_id = b.id
		) sold
		order by b.made_at desc, b.id desc`,
		bundleSchema,
	)
	return rows.map((row) => ({
		...row,
		state: row.withdrawn_at !== null ? 'withdrawn' : onSale.has(row.id) ? 'on sale' : 'not offered',
	}))
}
