import { z } from 'zod'
import type { Database } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { readBundlesOnSale } from '#server/shop/bundles-on-sale.ts'
import { takesAll } from '#server/shop/usable-code.ts'
import { codeRow } from '#shared/admin/codes.ts'
import { bundlePath } from '#shared/bundle-id.ts'
import { productPath } from '#shared/paths.ts'

type Reader = Pick<Database, 'query'>

export type ListedCode = z.infer<typeof codeRow>

/** Lists the newest discount codes: how often each was used, how much it took off, and what was paid with it. */
export async function listDiscountCodes(database: Reader, now: Date): Promise<ListedCode[]> {
	return await database.query(
		sql`
		select d.id, d.code, d.percent_off, d.off_pence, d.refusal, d.starts_at, d.ends_at, d.most_uses, d.once_per_customer,
			d.made_by, d.made_at, d.catalogue_ids as guide_ids, d.for_bundles, used.uses, used.cost_pence, used.paid_pence,
			case when d.catalogue_ids is not null then array(
				select coalesce(p.title, named.id) from unnest(d.catalogue_ids) named (id) left join public.products p on p.id = named.id
				order by 1
			) end as guides,
			case
				when d.turned_off_at is not null then 'off'
				when d.ends_at <= ${now} then 'ended'
				when d.percent_off is distinct from ${takesAll}
					and (d.promotion_code_id is null or (d.starts_at <= ${now} and not d.is_active)) then 'not at Stripe'
				when d.starts_at > ${now} then 'later'
				when d.most_uses <= used.uses then 'used up'
				else 'running'
			end as state
		from (select * from shop.discount_codes order by made_at desc, id limit 200) d
		cross join lateral (
			select count(*)::integer as uses, coalesce(sum(c.discount_pence), 0)::integer as cost_pence,
				coalesce(sum(c.amount_paid_pence), 0)::integer as paid_pence
			from shop.checkouts c where c.discount_code_id = d.id
		) used
		order by d.made_at desc, d.id`,
		codeRow,
	)
}

const guideSchema = z.object({
	id: z.string(),
	slug: z.string(),
	title: z.string(),
	price_pence: z.int(),
	/** The price, or a planned price if that is lower. */
	least_pence: z.int(),
})

export type PaidGuide = z.infer<typeof guideSchema>

/** Lists the guides that can be bought now, with their prices. */
export async function listPaidGuides(database: Reader): Promise<PaidGuide[]> {
	return await database.query(
		sql`
		select p.id, slug, title, price_pence, least(price_pence, (d.decisions #>> '{plannedPrice,pence}')::integer) as least_pence
		from public.products p left join shop.documents d on d.kind = 'product' and d.id = p.id
		where price_pence is not null and not is_free and not coming_soon and not withdrawn order by title`,
		guideSchema,
	)
}

export interface CodeTarget extends Pick<PaidGuide, 'id' | 'title' | 'price_pence' | 'least_pence'> {
	/** The path of its page or, for a bundle, of its offer. */
	path: string
}

/** Lists what a code can be for: the guides and the bundles that can be bought now. */
export async function listCodeTargets(database: Reader): Promise<CodeTarget[]> {
	const bundles = await readBundlesOnSale(database)
	return [
		...(await listPaidGuides(database)).map(({ slug, ...guide }) => ({
			...guide,
			path: productPath({ slug }),
		})),
		...bundles.map(({ id, title, price_pence }) => ({
			id,
			title,
			price_pence,
			least_pence: price_pence,
			path: bundlePath(id),
		})),
	]
}
