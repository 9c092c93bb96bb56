import { z } from 'zod'
import type { Database } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { readProducts } from '#server/shop/products.ts'
import { movementsIn, readChanged } from './movements.ts'
import { daysOf, type Period } from './period.ts'
import { readFigures } from './read-figures.ts'

const rowSchema = z.object({
	day: z.string(),
	kind: z.enum(['sale', 'refund', 'dispute', 'by hand']),
	/** Null if the sale has no receipt. */
	number: z.string().nullable(),
	product_name: z.string(),
	catalogue_id: z.string(),
	amount_pence: z.int(),
	vat_pence: z.int(),
	email: z.string().nullable(),
})

const sumSchema = z.object({ count: z.int(), pence: z.int() })

export const salesSchema = z.object({
	/** The first and the last day, in London time. */
	from: z.iso.date(),
	to: z.iso.date(),
	movements: z.array(
		z.object({
			day: z.iso.date(),
			kind: rowSchema.shape.kind,
			receipt: z.string().nullable(),
			product: z.string(),
			/** Always positive, for refunds too. */
			amount_pence: z.int(),
			vat_pence: z.int(),
			email: z.string().nullable(),
		}),
	),
	/** How many older movements of the period are not listed. */
	older: z.int(),
	sold: sumSchema,
	sold_vat_pence: z.int(),
	refunded: sumSchema,
	lost_in_disputes: sumSchema,
	/** Sales less refunds and lost disputes, before the provider's fees. */
	left_pence: z.int(),
})

export type Sales = z.infer<typeof salesSchema>

/**
 * Lists the newest sales and refunds of a period of whole days in London time, and the sums of all of them. Each counts on the
 * day on which the money moved. A refund counts in the period in which it was made, so it doesn't change the period of the sale.
 */
export async function listSales(
	{ database }: { database: Pick<Database, 'query'> },
	period: Period,
	most = 500,
): Promise<Sales> {
	const changed = await readChanged({ database })
	const { options: kinds } = rowSchema.shape.kind
	const rows = await database.query(
		sql`
		select to_char(moved.day, 'YYYY-MM-DD') as day, moved.kind, r.number, coalesce(r.product_name, p.product_name) as product_name, p.catalogue_id,
			abs(moved.gross_pence) as amount_pence, case when moved.kind = 'sale' then moved.vat_pence else 0 end as vat_pence, u.email
		from (
			select * from (${movementsIn(changed, period, { kinds }, { limit: most })}) newest
			order by at desc, key desc limit ${most}
		) moved
		join public.purchases p on p.id = moved.purchase_id
		left join public.receipts r on r.purchase_id = moved.purchase_id
		left join auth.users u on u.id = p.user_id
		order by moved.at, moved.key`,
		rowSchema,
	)
	const { sums } = await readFigures({ database }, period)
	const products = await readProducts(database)
	const movements = rows.map(({ number, product_name, catalogue_id, ...rest }) => ({
		...rest,
		receipt: number,
		product: products.find(({ id }) => id === catalogue_id)?.shortTitle ?? product_name,
	}))
	const sold = { count: sums.sales, pence: sums.gross_pence }
	const refunded = { count: sums.refunds, pence: sums.refunded_pence }
	const lost = { count: sums.disputes_lost, pence: sums.lost_pence }
	return {
		...daysOf(period),
		movements,
		older: sold.count + refunded.count + lost.count - movements.length,
		sold,
		sold_vat_pence: sums.vat_pence,
		refunded,
		lost_in_disputes: lost,
		left_pence: sold.pence - refunded.pence - lost.pence,
	}
}
