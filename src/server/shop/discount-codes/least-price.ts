import { z } from 'zod'
import type { Database } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'

/** Stripe takes no smaller payment in pounds. */
export const leastPence = 30

interface Priced {
	productId: string
	pence: number
}

/** Returns the codes that can be used, now or later, and would leave less than that of a price. */
export async function codesLeavingTooLittle(
	database: Pick<Database, 'query'>,
	{ productId, pence }: Priced,
): Promise<string[]> {
	const rows = await database.query(
		sql`
		select code from shop.discount_codes
		where turned_off_at is null and (ends_at is null or ends_at > now())
			and (catalogue_ids is null or ${productId} = any (catalogue_ids))
			and ${pence}::integer - coalesce(off_pence, round(${pence}::numeric * percent_off / 100)) < ${leastPence}
		order by code`,
		z.object({ code: z.string() }),
	)
	return rows.map(({ code }) => code)
}
