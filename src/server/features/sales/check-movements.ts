import { z } from 'zod'
import type { Database } from '#server/platform/db/database.ts'
import { one } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import { dayMs } from '#shared/clock.ts'
import { purchasesIn, readChanged, sumsIn } from './movements.ts'
import { dayInLondon, eachWeek, periodOf } from './period.ts'
import { oneAtATime } from './store-movements.ts'

interface CheckOptions {
	database: Pick<Database, 'asServer'>
}

const timesSchema = z.object({ first: z.date().nullable(), last: z.date().nullable() })
const daySchema = z.object({ day: z.iso.date() })

/**
 * Compares the sums that the admin shows, which are stored, with sums computed from the records. Begins at `since` and works a
 * week at a time, in one snapshot. Returns the days, in London time, on which the sums differ.
 */
export async function findWrongSums({ database }: CheckOptions, since: Date): Promise<string[]> {
	return await database.asServer(async (tx) => {
		await tx.query(sql`set transaction isolation level repeatable read, read only`)
		const times = await one(
			tx,
			sql`
			select min(first) as first, max(last) as last from (
				select min(paid_at) as first, max(paid_at) as last from public.receipts
				union all select min(at), max(at) from public.refunds
				union all select min(at), max(at) from shop.movements
			) times`,
			timesSchema,
		)
		const changed = await readChanged({ database: tx })
		if (times.first === null || times.last === null || changed === undefined) return []
		const wrong: string[] = []
		const from = dayInLondon(new Date(Math.max(times.first.getTime(), since.getTime())))
		const until = new Date(dayInLondon(times.last).getTime() + dayMs)
		for (const week of eachWeek({ from, until })) {
			const days = await tx.query(
				sql`
				select to_char(day, 'YYYY-MM-DD') as day from (
					select day, kind, catalogue_id, status, country, payout_id, movements, gross_pence, vat_pence, fee_pence, fees_unknown
					from (${sumsIn(changed, week)}) shown
					union all
					select day, kind, catalogue_id, status, country, payout_id, -movements, -gross_pence, -vat_pence, -fee_pence, -fees_unknown
					from (${sumsIn(undefined, week)}) computed
				) both_of group by day, kind, catalogue_id, status, country, payout_id
				having sum(movements) <> 0 or sum(gross_pence) <> 0 or sum(vat_pence) <> 0 or sum(fee_pence) <> 0 or sum(fees_unknown) <> 0`,
				daySchema,
			)
			wrong.push(...days.map(({ day }) => day))
		}
		return [...new Set(wrong)].toSorted()
	})
}

/**
 * Recomputes the sums of some days from the stored movements. Also marks the purchases of those days as changed, so that their
 * movements are stored again from the records.
 */
export async function mendSums({ database }: CheckOptions, days: readonly string[]): Promise<void> {
	for (const day of days)
		await database.asServer(async (tx) => {
			await oneAtATime(tx)
			await tx.execute(sql`delete from shop.movement_sums where day = ${day}::date`)
			await tx.execute(sql`
				insert into shop.movement_sums
				select day, kind, catalogue_id, status, country, payout_id, count(*), sum(gross_pence), sum(vat_pence), coalesce(sum(fee_pence), 0),
					count(*) filter (where fee_pence is null)
				from shop.movements where day = ${day}::date and at between ${day}::date - 1 and ${day}::date + 2
				group by day, kind, catalogue_id, status, country, payout_id`)
			await tx.execute(sql`
				insert into shop.changed_purchases (purchase_id)
				select purchase_id from shop.movements where day = ${day}::date and at between ${day}::date - 1 and ${day}::date + 2
				union select id from (${purchasesIn(periodOf({ from: day, to: day }))}) bought`)
		})
}
