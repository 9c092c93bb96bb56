import type { Database } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'

/** Deletes the records of changes that every server has read by now. The newest stays: by it, servers know that they have missed none. */
export async function purgeChanges({ database }: { database: Pick<Database, 'query'> }): Promise<void> {
	await database.query(sql`
		delete from realtime.changes
		where at < now() - interval '1 hour' and id < (select max(id) from realtime.changes)`)
}
