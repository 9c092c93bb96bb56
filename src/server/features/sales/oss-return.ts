import { z } from 'zod'
import { type Cell, csvFile } from '#server/admin-api/csv.ts'
import { defineDownload } from '#server/admin-api/define-file.ts'
import { reading } from '#server/admin-api/operation.ts'
import type { Database } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { type OssRow, ossApi } from '#shared/admin/oss.ts'
import { lastDayOfQuarter } from '#shared/quarter.ts'
import { quarterNotOver, ratesMissing, ratesUnreadable } from './errors.ts'
import { movementsIn, readChanged } from './movements.ts'
import { dayInLondon, monthOf } from './period.ts'

const roles = ['owner', 'accountant'] as const
const rowsSchema = ossApi['oss-return'].output.shape.rows.element

/**
 * Returns what a quarter's return to the one-stop shop declares, in pence. A refund of a sale of the same quarter lowers it; one of an
 * earlier sale corrects the quarter of that sale.
 */
async function readOssReturn(
	{ database }: { database: Pick<Database, 'query'> },
	quarter: string,
): Promise<OssRow[]> {
	const lastDay = lastDayOfQuarter(quarter)
	const { until } = monthOf(lastDay.slice(0, 7))
	const { from } = monthOf(lastDay.slice(0, 7), -2)
	const changed = await readChanged({ database })
	return await database.query(
		sql`
		select to_char(r.paid_at at time zone 'Europe/London', 'YYYY-"Q"Q') as quarter, r.vat_country as country,
			r.vat_rate::float as rate, sum(m.gross_pence - m.vat_pence)::integer as net_pence, sum(m.vat_pence)::integer as vat_pence
		from (${movementsIn(changed, { from, until }, { kinds: ['sale', 'refund', 'by hand', 'dispute'] })}) m
		join public.receipts r on r.purchase_id = m.purchase_id
		where r.vat_country is not null
		group by 1, 2, 3 order by 1 desc, 2, 3`,
		rowsSchema,
	)
}

export const ossOperations = {
	'oss-return': reading(ossApi['oss-return'], {
		does: 'adds up what a quarter’s return to the EU’s one-stop shop declares, by country and rate, with corrections of earlier quarters',
		roles,
		read: async (admin, { quarter }) => ({ rows: await readOssReturn(admin, quarter) }),
	}),
	'export-oss-return': defineDownload(ossApi['export-oss-return'], {
		does: 'exports a quarter’s return to the EU’s one-stop shop as CSV, in pounds and in euros',
		log: 'Exported the return to the one-stop shop',
		roles,
		sensitive: true,
		open: async (admin, { quarter, rates: typed }) => {
			if (dayInLondon(admin.clock.now()).toISOString().slice(0, 10) <= lastDayOfQuarter(quarter))
				throw quarterNotOver(lastDayOfQuarter(quarter))
			const rows = await readOssReturn(admin, quarter)
			const rates = readRates(typed)
			const missing = [...new Set([quarter, ...rows.map((row) => row.quarter)])].filter(
				(each) => !rates.has(each),
			)
			if (missing.length > 0) throw ratesMissing(missing.map((each) => `${lastDayOfQuarter(each)} (${each})`))
			return {
				details: { quarter, rates: typed, rows: rows.length },
				file: {
					name: `oss-return-${quarter}.csv`,
					contentType: 'text/csv; charset=utf-8',
					rows: rows.length,
					content: csvFile(columns, cellsOf(rows, quarter, rates)),
				},
			}
		},
	}),
}

const rateSchema = z.tuple([
	rowsSchema.shape.quarter,
	// A rate the other way round, euros for a pound, is above this.
	z
		.string()
		.regex(/^\d\.\d{1,8}$/)
		.transform(Number)
		.pipe(z.number().min(0.5).max(1.05)),
])

function readRates(typed: string): ReadonlyMap<string, number> {
	const parsed = z.array(rateSchema).safeParse(typed.split(',').map((one) => one.trim().split('=')))
	if (!parsed.success) throw ratesUnreadable()
	return new Map(parsed.data)
}

const columns = [
	...['quarter', 'kind', 'country', 'rate', 'net_gbp', 'vat_gbp', 'net_eur', 'vat_eur'],
	...['gbp_per_eur', 'rate_of', 'rate_source'],
]

async function* cellsOf(
	rows: readonly OssRow[],
	ofReturn: string,
	rates: ReadonlyMap<string, number>,
): AsyncGenerator<Cell[][]> {
	yield rows.map(({ quarter, country, rate, net_pence, vat_pence }) => {
		const pounds = rates.get(quarter) ?? Number.NaN
		return [
			quarter,
			quarter === ofReturn ? 'sales' : 'correction',
			// The EU's own code for Greece.
			country === 'GR' ? 'EL' : country,
			{ number: String(rate) },
			...[net_pence, vat_pence, net_pence / pounds, vat_pence / pounds].map(inHundreds),
			{ number: String(pounds) },
			lastDayOfQuarter(quarter),
			'European Central Bank, as typed for this export',
		]
	})
}

function inHundreds(pence: number) {
	return { number: (Math.round(pence) / 100).toFixed(2) }
}
