import { z } from 'zod'
import { cursorOf, placeOf } from '#server/admin-api/cursor.ts'
import { type Operations, reading } from '#server/admin-api/operation.ts'
import { searchCustomers } from '#server/features/customers/list-customers.ts'
import { idIn } from '#server/features/customers/typed-names.ts'
import type { Database } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { logApi } from '#shared/admin/log.ts'
import { accountName } from '#shared/names.ts'
import { wordsFor } from './words-for.ts'

const rowsAtATime = 50
const detailsSchema = z.record(z.string(), z.unknown())

const rowSchema = z.object({
	id: z.uuid(),
	at: z.date(),
	place: z.string(),
	command: z.string(),
	decided_by: z.string(),
	reason: z.string().nullable(),
	user_id: z.uuid().nullable(),
	email: z.string().nullable(),
	phone: z.string().nullable(),
	is_deleted: z.boolean(),
	purchase_id: z.uuid().nullable(),
	product_name: z.string().nullable(),
	number: z.string().nullable(),
	about_product: z.string().nullable(),
	details: detailsSchema,
	before: detailsSchema.nullable(),
	after: detailsSchema.nullable(),
})

/** Returns the operation that reads the log, with the words that these operations declare for it. */
export function readLog(operations: () => Operations) {
	return reading(logApi.log, {
		does: 'lists what has been done by members and with the admin CLI, newest first',
		roles: ['owner', 'accountant'],
		read: async ({ database }, { by, customer, after }) => {
			const names = await database.query(
				sql`select distinct decided_by as name from shop.owner_acts order by name limit 100`,
				z.object({ name: z.string() }),
			)
			const userIds = customer === undefined ? undefined : await customerIds(database, customer.trim())
			const place = placeOf(after)
			const rows = await database.query(
				sql`
			select a.id, a.at, a.at::text as place, a.command, a.decided_by, a.reason, a.user_id, u.email, u.phone, u.id is null as is_deleted, a.purchase_id,
				p.product_name, r.number, g.title as about_product, a.details, a.before, a.after
			from shop.owner_acts a
			left join auth.users u on u.id = a.user_id
			left join public.purchases p on p.id = a.purchase_id
			left join public.receipts r on r.purchase_id = a.purchase_id
			left join public.products g on g.id = a.details ->> 'product'
			where ${by === undefined ? sql`true` : sql`a.decided_by = ${by}`}
				and ${userIds === undefined ? sql`true` : sql`a.user_id = any(${userIds}::uuid[])`}
				and ${place === undefined ? sql`true` : sql`(a.at, a.id) < (${place.at}::timestamptz, ${place.id}::uuid)`}
			order by a.at desc, a.id desc limit ${rowsAtATime + 1}`,
				rowSchema,
			)
			const shown = rows.slice(0, rowsAtATime)
			return {
				rows: shown.map(({ command, decided_by, user_id, purchase_id, product_name, number, ...row }) => ({
					id: row.id,
					at: row.at,
					act: command,
					words: wordsFor(operations(), command),
					by: decided_by,
					reason: row.reason,
					customer:
						user_id === null
							? null
							: { id: user_id, name: row.is_deleted ? null : accountName(row, 'A guest') },
					purchase:
						purchase_id === null ? null : { id: purchase_id, product: product_name ?? '', receipt: number },
					product: row.about_product,
					details: row.details,
					before: row.before,
					after: row.after,
				})),
				next: rows.length > rowsAtATime ? cursorOf(shown.at(-1)) : null,
				names: names.map(({ name }) => name),
			}
		},
	})
}

/** At most this many customers are found for one text. If more match, it is too short to be of use. */
const mostCustomers = 50

/** Returns the ids of the accounts that a text finds. */
async function customerIds(database: Pick<Database, 'query'>, text: string): Promise<string[]> {
	const id = idIn(text)
	const found = await searchCustomers(database, text, mostCustomers)
	// The entries of a deleted account can still be found by its id.
	return [...found.map((customer) => customer.id), ...(id === null ? [] : [id])]
}
