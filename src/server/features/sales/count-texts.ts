import { reading } from '#server/admin-api/operation.ts'
import { sql } from '#server/platform/db/sql.ts'
import { countsApi } from '#shared/admin/counts.ts'
import { daysOf, periodsOf } from './period.ts'

const textsSchema = countsApi.texts.output.shape.days.element

export const texts = reading(countsApi.texts, {
	does: 'counts text messages, what they cost and the codes used, by day and country',
	roles: ['owner', 'accountant'],
	read: async ({ database, clock }, { period: text }) => {
		const { period } = periodsOf(text, clock.now())
		const { from, to } = daysOf(period)
		const days = await database.query(
			sql`
			select day::text, country, to_known, to_others, cost_pence::float8 as cost_pence, used, failed, refused
			from auth.texts_sent where day between ${from}::date and ${to}::date order by day desc, country`,
			textsSchema,
		)
		const pence = days.reduce((sum, { cost_pence }) => sum + cost_pence, 0)
		return { from, to, days, cost_pence: Math.round(pence * 100) / 100 }
	},
})
