import { reading } from '#server/admin-api/operation.ts'
import { sql } from '#server/platform/db/sql.ts'
import { countsApi } from '#shared/admin/counts.ts'
import { daysOf, periodsOf } from './period.ts'

const pageSchema = countsApi['page-views'].output.shape.pages.element

const mostListed = 50

export const pageViews = reading(countsApi['page-views'], {
	does: 'counts the views of each page, and those in the period before, if the shop counts them itself (PAGE_VIEWS=own)',
	roles: ['owner', 'accountant'],
	read: async ({ database, clock }, { period: text }) => {
		const { period, before } = periodsOf(text, clock.now())
		const { from, to } = daysOf(period)
		const pages = await database.query(
			sql`
			select path, coalesce(sum(views) filter (where day >= ${from}::date), 0)::bigint as views,
				coalesce(sum(views) filter (where day < ${from}::date), 0)::bigint as before
			from shop.page_views where day between ${daysOf(before).from}::date and ${to}::date
			group by path order by views desc, path`,
			pageSchema,
		)
		const sum = (counts: number[]) => counts.reduce((total, count) => total + count, 0)
		return {
			from,
			to,
			pages: pages.filter(({ views }) => views > 0).slice(0, mostListed),
			views: sum(pages.map(({ views }) => views)),
			views_before: sum(pages.map((page) => page.before)),
		}
	},
})
