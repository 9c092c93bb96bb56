import { z } from 'zod'
import type { Database } from '#server/platform/db/database.ts'
import { one } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import type { Caller } from '#server/platform/db/transaction.ts'

const extensionSchema = z.enum(['broadcast', 'presence'])

export type Extension = z.infer<typeof extensionSchema>

const extensionRow = z.object({ extension: extensionSchema })
const allowedRow = z.object({ allowed: z.boolean() })

/**
 * Returns what the caller may listen to in a private channel. The policies of `realtime.messages` decide. They read the channel's
 * name with `realtime.topic()`. Also checks the session.
 */
export async function readableExtensions(
	database: Pick<Database, 'asCaller'>,
	caller: Caller,
	name: string,
): Promise<ReadonlySet<Extension>> {
	if (caller.role === 'service') return new Set(['broadcast', 'presence'])
	const rows = await database.asCaller(
		caller,
		async (tx) => {
			await tx.query(sql`select set_config('realtime.topic', ${name}, true)`)
			return await tx.query(sql`select extension from realtime.messages`, extensionRow)
		},
		{ readOnly: true },
	)
	return new Set(rows.map(({ extension }) => extension))
}

/** Reports whether the caller may send to a private channel. Also checks the session. */
export async function maySend(
	database: Pick<Database, 'asCaller'>,
	caller: Caller,
	name: string,
	extension: Extension,
): Promise<boolean> {
	if (caller.role === 'service') return true
	return await database.asCaller(caller, async (tx) => {
		await tx.query(sql`select set_config('realtime.topic', ${name}, true)`)
		const answer = await one(tx, sql`select realtime.may_send(${extension}) as allowed`, allowedRow)
		return answer.allowed
	})
}
