import type { Context } from 'hono'
import { z } from 'zod'
import { userNotFound } from '#server/apis/auth/admin/errors.ts'
import { malformedId } from '#server/apis/auth/errors.ts'
import { lockUserWhere, type UserRow, userColumns, userRowSchema } from '#server/apis/auth/user/users.ts'
import type { Database, Transaction } from '#server/platform/db/database.ts'
import { maybeOne } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import type { Env } from '#server/platform/http/handle.ts'

/** Returns the id of the user that the URL names. Throws `validation_failed` (404) unless it is a UUID. */
export function userIdOf(c: Context<Env>): string {
	const id = z.uuid().safeParse(c.req.param('id')).data
	if (id === undefined) throw malformedId('user_id')
	return id.toLowerCase()
}

/** Reads the user; throws `user_not_found`. */
export async function findUser(database: Pick<Database, 'query'>, id: string): Promise<UserRow> {
	const user = await maybeOne(
		database,
		sql`select ${userColumns} from auth.users u where u.id = ${id}`,
		userRowSchema,
	)
	if (user === undefined) throw userNotFound()
	return user
}

/** Reads the user and locks the account until the transaction ends; throws `user_not_found`. */
export async function lockUser(tx: Transaction, id: string): Promise<UserRow> {
	const user = await lockUserWhere(tx, sql`u.id = ${id}`)
	if (user === undefined) throw userNotFound()
	return user
}
