import type { Logger } from 'pino'
import type { Database, Row } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'

/** Removes what the audit log has kept long enough. How long that is, the database itself knows. */
export async function pruneAuditLog({ database, log }: { database: Database; log: Logger }): Promise<void> {
	const [pruned] = await database.query<Row & { lines: number; addresses: number }>(
		sql`select lines, addresses from auth.prune_audit_log()`,
	)
	if (pruned === undefined || (pruned.lines === 0 && pruned.addresses === 0)) return
	log.info(pruned, 'the audit log was pruned: lines after a year, network addresses after 90 days')
}
