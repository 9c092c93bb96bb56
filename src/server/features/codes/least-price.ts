import { z } from 'zod'
import type { Database } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { isForSql } from '#server/shop/code-field.ts'
import { takesAll } from '#server/shop/usable-code.ts'

/** The smallest payment in GBP that Stripe accepts, in pence. */
export const leastPence = 30

interface Priced {
	/** That of a guide or a bundle. */
	productId: string
	pence: number
}

/** Returns the codes, running or planned, that would lower a price below `leastPence`, apart from those that make free. */
export async function codesLeavingTooLittle(
	database: Pick<Database, 'query'>,
	{ productId, pence }: Priced,
): Promise<string[]> {
	const rows = await database.query(
		sql`
		select code from shop.discount_codes d
		where turned_off_at is null and (ends_at is null or ends_at > now())
			and ${isForSql(productId)} and percent_off is distinct from ${takesAll}
			and ${pence}::integer - coalesce(off_pence, round(${pence}::numeric * percent_off / 100)) < ${leastPence}
		order by code`,
		z.object({ code: z.string() }),
	)
	return rows.map(({ code }) => code)
}
