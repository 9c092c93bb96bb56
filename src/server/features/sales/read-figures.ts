import { z } from 'zod'
import type { Database } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { addFigures, noFigures } from '#shared/admin/figures.ts'
import { type Figures, movementKinds, waysOfVat } from '#shared/admin/sales.ts'
import { type MovementFilter, movementsIn, readChanged, sumsIn } from './movements.ts'
import { daysOf, eachDay, type Period } from './period.ts'
import { otherWays } from './ways-of-vat.ts'

const rowSchema = z.object({
	/** What the rows are grouped by: a day, a country or who declares the VAT. */
	group: z.string().nullable(),
	kind: z.enum(movementKinds),
	count: z.int(),
	gross_pence: z.int(),
	vat_pence: z.int(),
	fee_pence: z.int(),
	fees_unknown: z.int(),
})

type Row = z.infer<typeof rowSchema>

const sums = sql`sum(movements) as count, sum(gross_pence) as gross_pence, sum(vat_pence) as vat_pence, sum(fee_pence) as fee_pence,
	sum(fees_unknown) as fees_unknown`

export interface FiguresOfDay extends Figures {
	/** The day, in London time. */
	day: string
}

/** Returns the figures of each day of a period, in London time, and their sums. */
export async function readFigures(
	{ database }: { database: Pick<Database, 'query'> },
	period: Period,
	filter: MovementFilter = {},
): Promise<{ from: string; to: string; sums: Figures; days: FiguresOfDay[] }> {
	const changed = await readChanged({ database })
	const rows = await database.query(
		sql`
		select to_char(day, 'YYYY-MM-DD') as group, kind, ${sums}
		from (${sumsIn(changed, period, filter)}) moved group by day, kind having sum(movements) <> 0`,
		rowSchema,
	)
	const of = Map.groupBy(rows, ({ group }) => group)
	const days = [...eachDay(period)].map((day) => ({ day, ...sumOf((of.get(day) ?? []).map(figuresOf)) }))
	return { ...daysOf(period), sums: sumOf(days), days }
}

/** Returns the figures of a period by the buyer's country, largest first. The country is null if it is not known. */
export async function readFiguresByCountry(
	{ database }: { database: Pick<Database, 'query'> },
	period: Period,
): Promise<(Figures & { country: string | null })[]> {
	const changed = await readChanged({ database })
	const rows = await database.query(
		sql`
		select country as group, kind, ${sums}
		from (${sumsIn(changed, period)}) moved group by country, kind having sum(movements) <> 0`,
		rowSchema,
	)
	return [...Map.groupBy(rows, ({ group }) => group)]
		.map(([country, list]) => ({ country, ...sumOf(list.map(figuresOf)) }))
		.toSorted((one, other) => other.gross_pence - one.gross_pence)
}

/** Returns the figures of a period by who declares the VAT, without those that have none. */
export async function readFiguresByWay(
	{ database }: { database: Pick<Database, 'query'> },
	period: Period,
): Promise<(Figures & { way: (typeof waysOfVat)[number] })[]> {
	const changed = await readChanged({ database })
	const rows = await database.query(
		sql`
		select coalesce(other.way, 'shop') as group, m.kind, count(*) as count, sum(m.gross_pence) as gross_pence,
			sum(m.vat_pence) as vat_pence, coalesce(sum(m.fee_pence), 0) as fee_pence,
			count(*) filter (where m.fee_pence is null) as fees_unknown
		from (${movementsIn(changed, period)}) m left join (${otherWays}) other on other.purchase_id = m.purchase_id
		group by 1, m.kind`,
		rowSchema,
	)
	return waysOfVat.flatMap((way) => {
		const list = rows.filter(({ group }) => group === way)
		return list.length === 0 ? [] : [{ way, ...sumOf(list.map(figuresOf)) }]
	})
}

function sumOf(list: readonly Figures[]): Figures {
	return list.reduce((sum, figures) => addFigures(sum, figures), noFigures)
}

function figuresOf({ kind, count, gross_pence, vat_pence, fee_pence, fees_unknown }: Row): Figures {
	const isSale = kind === 'sale'
	const isRefund = kind === 'refund' || kind === 'by hand'
	const isLoss = kind === 'dispute'
	return {
		...noFigures,
		...(isSale ? { sales: count, gross_pence, vat_pence } : {}),
		...(isRefund ? { refunds: count, refunded_pence: -gross_pence, refunded_vat_pence: -vat_pence } : {}),
		...(isLoss ? { disputes_lost: count, lost_pence: -gross_pence, lost_vat_pence: -vat_pence } : {}),
		fee_pence,
		fees_unknown,
		net_pence: gross_pence - vat_pence - fee_pence,
	}
}
