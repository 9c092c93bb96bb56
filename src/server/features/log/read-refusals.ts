import { z } from 'zod'
import { cursorOf, placeOf } from '#server/admin-api/cursor.ts'
import { type Operations, reading } from '#server/admin-api/operation.ts'
import { sql } from '#server/platform/db/sql.ts'
import { logApi } from '#shared/admin/log.ts'
import { accountName } from '#shared/names.ts'
import { wordsFor } from './words-for.ts'

const rowsAtATime = 50

const rowSchema = z.object({
	id: z.uuid(),
	at: z.string(),
	place: z.enum(['shop', 'admin', 'act']),
	what: z.string(),
	code: z.string(),
	user_id: z.uuid().nullable(),
	email: z.string().nullable(),
	phone: z.string().nullable(),
	is_member: z.boolean(),
	network: z.string().nullable(),
	count: z.int(),
	first_at: z.date(),
	last_at: z.date(),
})

/** Returns the operation that reads the refusals, with the words that these operations declare for the log. */
export function readRefusals(operations: () => Operations) {
	return reading(logApi.refusals, {
		does: 'lists failed sign-ins and refused acts of the last 90 days, newest first, counted by hour',
		roles: ['owner'],
		read: async ({ database }, { after }) => {
			const from = placeOf(after)
			const rows = await database.query(
				sql`
			select r.id, r.last_at::text as at, r.place, r.what, r.code, r.user_id, u.email, u.phone, m.user_id is not null as is_member,
				r.network, r.count, r.first_at, r.last_at
			from auth.refusals r
			left join auth.users u on u.id = r.user_id
			left join auth.staff m on m.user_id = r.user_id
			where ${from === undefined ? sql`true` : sql`(r.last_at, r.id) < (${from.at}::timestamptz, ${from.id}::uuid)`}
			order by r.last_at desc, r.id desc limit ${rowsAtATime + 1}`,
				rowSchema,
			)
			const shown = rows.slice(0, rowsAtATime)
			const last = shown.at(-1)
			return {
				rows: shown.map(({ at: _at, user_id, email, phone, is_member, ...row }) => ({
					...row,
					words: row.place === 'act' ? wordsFor(operations(), row.what) : null,
					account:
						user_id === null
							? null
							: { id: user_id, name: accountName({ email, phone }, 'A guest'), is_member },
				})),
				next:
					rows.length > rowsAtATime && last !== undefined ? cursorOf({ place: last.at, id: last.id }) : null,
			}
		},
	})
}
