import { z } from 'zod'
import type { Database } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'

export const waitingSchema = z.object({
	products: z.array(
		z.object({
			product: z.string(),
			waiting: z.int(),
			asked: z.int(),
			confirmed: z.int(),
			sent: z.int(),
			unsubscribed: z.int(),
		}),
	),
})

type Waiting = z.infer<typeof waitingSchema>

const countsSchema = z.object({
	title: z.string(),
	asked: z.int(),
	confirmed: z.int(),
	waiting: z.int(),
	sent: z.int(),
	unsubscribed: z.int(),
})

/** Counts, for each product, the requests for an email about its release. Nobody needs to see the addresses themselves. */
export async function countNotices({ database }: { database: Database }): Promise<Waiting> {
	const rows = await database.query(
		sql`
		select p.title, count(*)::integer as asked, count(n.confirmed_at)::integer as confirmed,
			(count(*) filter (
				where n.confirmed_at is not null and n.sent_at is null and n.unsubscribed_at is null
			))::integer as waiting,
			count(n.sent_at)::integer as sent, count(n.unsubscribed_at)::integer as unsubscribed
		from shop.release_notices n join public.products p on p.id = n.catalogue_id
		group by p.id, p.title order by waiting desc, p.title`,
		countsSchema,
	)
	return { products: rows.map(({ title, ...counts }) => ({ product: title, ...counts })) }
}

export function linesOfWaiting({ products }: Waiting): string[] {
	if (products.length === 0) return ['Nobody has asked to be told about a release.']
	return products.map(
		({ product, asked, confirmed, waiting, sent, unsubscribed }) =>
			`${product}: ${waiting} waiting (asked ${asked}, confirmed ${confirmed}, sent ${sent}, unsubscribed ${unsubscribed})`,
	)
}
