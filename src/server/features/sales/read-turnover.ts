import { z } from 'zod'
import { reading } from '#server/admin-api/operation.ts'
import type { Database } from '#server/platform/db/database.ts'
import { one } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import { salesApi } from '#shared/admin/sales.ts'
import { vatThresholdPence } from '#shared/vat-threshold.ts'
import { movementsIn, readChanged, sumsIn } from './movements.ts'
import { dayInLondon, daysOf } from './period.ts'

/**
 * Reads the taxable turnover of the twelve months up to today: what was charged in the UK, zero-rated sales included, without VAT, less
 * what went back of these sales. Downloads for consumers abroad are taxed where they live, so they don't count; a sale whose country
 * isn't known does.
 */
export async function readTurnover(
	{ database }: { database: Pick<Database, 'query'> },
	now: Date,
): Promise<{ from: string; to: string; pence: number }> {
	const until = dayInLondon(now)
	until.setUTCDate(until.getUTCDate() + 1)
	const from = new Date(until)
	from.setUTCFullYear(from.getUTCFullYear() - 1)
	const period = { from, until }
	const changed = await readChanged({ database })
	const { pence } = await one(
		database,
		sql`
		select coalesce(sum(gross_pence - vat_pence), 0)::integer as pence
		from (
			select country, gross_pence, vat_pence from (${sumsIn(changed, period, { kinds: ['sale'] })}) sold
			union all
			select m.country, m.gross_pence, m.vat_pence
			from (${movementsIn(changed, period, { kinds: ['refund', 'by hand', 'dispute'] })}) m
			join public.receipts r on r.purchase_id = m.purchase_id
			where r.paid_at >= ${daysOf(period).from}::timestamp at time zone 'Europe/London'
		) moved
		where country is null or country in ('GB', 'IM')`,
		z.object({ pence: z.int() }),
	)
	return { ...daysOf(period), pence }
}

export const turnover = reading(salesApi.turnover, {
	does: 'adds up the taxable turnover of the last twelve months, to compare it with the threshold of VAT',
	roles: ['owner', 'accountant'],
	read: async ({ database, clock, config }) => ({
		...(await readTurnover({ database }, clock.now())),
		threshold_pence: vatThresholdPence,
		is_registered: config.site.parts.includes('vat-number'),
	}),
})
