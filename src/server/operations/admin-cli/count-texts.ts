import { z } from 'zod'
import { daysOf, nameOf, periodOf } from '#server/features/sales/period.ts'
import { periodsOf } from '#server/operations/admin-cli/command.ts'
import { tableOf } from '#server/operations/admin-cli/table.ts'
import type { Database } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import type { Clock } from '#shared/clock.ts'
import { formatPounds } from '#shared/money.ts'

const daySchema = z.object({
	day: z.iso.date(),
	country: z.string(),
	/** Messages to confirmed numbers. */
	to_known: z.int(),
	/** Messages to other numbers. */
	to_others: z.int(),
	/** What the messages cost at the prices in the settings. */
	cost_pence: z.number(),
	/** Codes that users typed correctly. */
	used: z.int(),
	failed: z.int(),
	refused: z.int(),
})

export const textsSchema = z.object({
	/** The first and the last day, in UTC. */
	from: z.iso.date(),
	to: z.iso.date(),
	days: z.array(daySchema),
	cost_pence: z.number(),
})

type Texts = z.infer<typeof textsSchema>

interface CountOptions {
	database: Pick<Database, 'query'>
	clock: Clock
}

/** Counts the text messages of a period by day and country, newest first. `wanted` is as in `periodsOf`. */
export async function countTexts({ database, clock }: CountOptions, wanted = '30'): Promise<Texts> {
	const { period } = periodsOf(wanted, clock.now())
	const [first, end] = [period.from, period.until].map((date) => date.toISOString().slice(0, 10))
	const days = await database.query(
		sql`
		select day::text, country, to_known, to_others, cost_pence::float8 as cost_pence, used, failed, refused
		from auth.texts_sent where day >= ${first}::date and day < ${end}::date order by day desc, country`,
		daySchema,
	)
	const pence = days.reduce((sum, { cost_pence }) => sum + cost_pence, 0)
	return { ...daysOf(period), days, cost_pence: Math.round(pence * 100) / 100 }
}

export function linesOfTexts({ from, to, days, cost_pence }: Texts): string[] {
	const title = `${nameOf(periodOf({ from, to }))}, days in UTC`
	if (days.length === 0) return [title, 'No text messages were sent.']
	const columns = ['Messages', 'Codes used', 'Failed', 'Refused', 'Cost', 'Day']
	return [
		title,
		...tableOf(
			[...columns.map((title) => ({ title, isNumber: title !== 'Day' })), { title: 'Country' }],
			[
				...days.map((row) => [
					...[row.to_known + row.to_others, row.used, row.failed, row.refused].map(String),
					formatPounds(row.cost_pence),
					row.day,
					row.country,
				]),
				['', '', '', '', formatPounds(cost_pence), '', 'all countries'],
			],
		),
	]
}
