import type { z } from 'zod'
import type { Database } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { payoutRow } from '#shared/admin/sales.ts'
import { readChanged, sumsIn } from './movements.ts'
import type { Period } from './period.ts'

export type PaidOut = z.infer<typeof payoutRow>

interface ReadOptions {
	database: Pick<Database, 'query'>
}

/** Returns the payouts that contain movements of a period, each with the sum and the number of those movements. */
export async function readPayoutsOf({ database }: ReadOptions, period: Period): Promise<PaidOut[]> {
	const changed = await readChanged({ database })
	return await database.query(
		sql`
		select o.id, to_char(o.arrives_on, 'YYYY-MM-DD') as arrives_on, moved.net_pence, moved.movements, moved.fees_unknown, o.amount_pence
		from (
			select payout_id, sum(gross_pence - vat_pence - fee_pence) as net_pence, sum(movements) as movements,
				sum(fees_unknown) as fees_unknown
			from (${sumsIn(changed, period)}) moved group by payout_id having sum(movements) <> 0
		) moved
		left join shop.payouts o on o.id = moved.payout_id
		order by o.arrives_on, o.created_at`,
		payoutRow,
	)
}
