import { z } from 'zod'
import { reading } from '#server/admin-api/operation.ts'
import type { Database } from '#server/platform/db/database.ts'
import { one } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import { salesApi } from '#shared/admin/sales.ts'
import { vatThresholdPence } from '#shared/vat-threshold.ts'
import { movementsIn, readChanged, sumsIn } from './movements.ts'
import { dayInLondon, daysOf } from './period.ts'
import { otherWays } from './ways-of-vat.ts'

/**
 * Reads the taxable turnover of the twelve months up to today: what was charged in the UK, zero-rated sales included, without VAT, less
 * what went back of these sales. Downloads for consumers abroad are taxed where they live, so they don't count; a sale whose country
 * isn't known does, unless its VAT is declared in the EU. What Stripe sold as the merchant of record was supplied to Stripe, wherever
 * the buyer lives, and counts to be safe (docs/operating.md says why).
 */
export async function readTurnover(
	{ database }: { database: Pick<Database, 'query'> },
	now: Date,
): Promise<{ from: string; to: string; pence: number; by_stripe_pence: number }> {
	const until = dayInLondon(now)
	until.setUTCDate(until.getUTCDate() + 1)
	const from = new Date(until)
	from.setUTCFullYear(from.getUTCFullYear() - 1)
	const period = { from, until }
	const changed = await readChanged({ database })
	const soldInPeriod = sql`
		join public.receipts r on r.purchase_id = m.purchase_id
		where r.paid_at >= ${daysOf(period).from}::timestamp at time zone 'Europe/London'`
	const wentBack = { kinds: ['refund', 'by hand', 'dispute'] } as const
	const isInUk = sql`(country is null or country in ('GB', 'IM'))`
	// The stored sums don't know the ways of VAT, so the few sales of the others are added and taken away one by one.
	const sums = await one(
		database,
		sql`
		with other as materialized (
			select other.way, m.country, m.gross_pence - m.vat_pence as pence
			from (${otherWays}) other join (${movementsIn(changed, period, { kinds: ['sale', ...wentBack.kinds] })}) m
				on m.purchase_id = other.purchase_id
			${soldInPeriod}
		)
		select (
				select coalesce(sum(gross_pence - vat_pence), 0)::integer from (
					select country, gross_pence, vat_pence from (${sumsIn(changed, period, { kinds: ['sale'] })}) sold
					union all
					select m.country, m.gross_pence, m.vat_pence from (${movementsIn(changed, period, wentBack)}) m ${soldInPeriod}
				) moved where ${isInUk}
			) as uk_pence,
			coalesce(sum(pence) filter (where ${isInUk}), 0)::integer as other_in_uk_pence,
			coalesce(sum(pence) filter (where way = 'stripe'), 0)::integer as by_stripe_pence
		from other`,
		z.object({ uk_pence: z.int(), other_in_uk_pence: z.int(), by_stripe_pence: z.int() }),
	)
	const { uk_pence, other_in_uk_pence, by_stripe_pence } = sums
	return { ...daysOf(period), pence: uk_pence - other_in_uk_pence + by_stripe_pence, by_stripe_pence }
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
