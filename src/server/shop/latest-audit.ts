import { z } from 'zod'
import type { Database } from '#server/platform/db/database.ts'
import { maybeOne } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'

const auditRow = z.object({ finished_at: z.date(), differences: z.int() })

/** Returns when our payments and the provider's were last compared, and how many differences there were; undefined if never. */
export async function readLatestAudit(
	database: Pick<Database, 'query'>,
): Promise<z.infer<typeof auditRow> | undefined> {
	return await maybeOne(database, sql`select finished_at, differences from shop.latest_audit`, auditRow)
}
