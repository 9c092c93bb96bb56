import { z } from 'zod'
import { daysOf, nameOf, periodOf } from '#server/features/sales/period.ts'
import { periodsOf } from '#server/operations/admin-cli/command.ts'
import { shortened, tableOf } from '#server/operations/admin-cli/table.ts'
import type { Database } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import type { Clock } from '#shared/clock.ts'

const pageSchema = z.object({ path: z.string(), views: z.int(), before: z.int() })

export const viewsSchema = z.object({
	/** The first and the last day, in UTC. */
	from: z.iso.date(),
	to: z.iso.date(),
	/** The most viewed pages, and their views in the period before. */
	pages: z.array(pageSchema),
	/** The views of all pages. */
	views: z.int(),
	views_before: z.int(),
})

type Views = z.infer<typeof viewsSchema>

const mostListed = 50

interface CountOptions {
	database: Pick<Database, 'query'>
	clock: Clock
}

/** Adds up the views of each page in a period, as the shop's own counter has stored them. `wanted` is as in `periodsOf`. */
export async function countViews({ database, clock }: CountOptions, wanted = '30'): Promise<Views> {
	const { period, before } = periodsOf(wanted, clock.now())
	const [start, first, end] = [before.from, period.from, period.until].map((date) =>
		date.toISOString().slice(0, 10),
	)
	const pages = await database.query(
		sql`
		select path, coalesce(sum(views) filter (where day >= ${first}::date), 0)::bigint as views,
			coalesce(sum(views) filter (where day < ${first}::date), 0)::bigint as before
		from shop.page_views where day >= ${start}::date and day < ${end}::date
		group by path order by views desc, path`,
		pageSchema,
	)
	const sum = (counts: number[]) => counts.reduce((total, count) => total + count, 0)
	return {
		...daysOf(period),
		pages: pages.filter(({ views }) => views > 0).slice(0, mostListed),
		views: sum(pages.map(({ views }) => views)),
		views_before: sum(pages.map((page) => page.before)),
	}
}

export function linesOfViews({ from, to, pages, views, views_before }: Views): string[] {
	const title = `${nameOf(periodOf({ from, to }))}, days in UTC`
	if (pages.length === 0)
		return [title, 'No views are recorded. They are counted if PAGE_VIEWS=own; npm run doctor says more.']
	const shown = (count: number) => count.toLocaleString('en-GB')
	return [
		title,
		...tableOf(
			[{ title: 'Views', isNumber: true }, { title: 'Before', isNumber: true }, { title: 'Page' }],
			[
				...pages.map((page) => [shown(page.views), shown(page.before), shortened(page.path)]),
				[shown(views), shown(views_before), 'all pages'],
			],
		),
	]
}
