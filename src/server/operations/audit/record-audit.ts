import { z } from 'zod'
import type { Database } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { parseRows } from '#server/platform/db/transaction.ts'

const lockSchema = z.object({ is_locked: z.boolean() })

/** How many days the nightly audit looks back. Older payments hardly ever change, and reading a year of them would take hours. */
export const nightlyDays = 120

interface AuditResult {
	finishedAt: Date
	differences: number
}

/** Records what an audit found, for the alerts and the metrics. */
export async function recordAudit(
	database: Pick<Database, 'query'>,
	{ finishedAt, differences }: AuditResult,
): Promise<void> {
	await database.query(sql`
		insert into shop.latest_audit (finished_at, differences) values (${finishedAt}, ${differences})
		on conflict (is_only) do update set finished_at = excluded.finished_at, differences = excluded.differences`)
}

/**
 * Keeps other processes from running the nightly audit until the returned function is called. Returns undefined if another
 * process is running it.
 */
export async function lockAudit({ jobsPool }: Pick<Database, 'jobsPool'>): Promise<(() => void) | undefined> {
	const connection = await jobsPool.connect()
	const answer = await connection.query(
		"select pg_try_advisory_lock(hashtextextended('headstart audit', 0)) as is_locked",
	)
	// Closes the connection, which releases the lock.
	const unlock = () => connection.release(true)
	if (parseRows(answer, lockSchema)[0]?.is_locked === true) return unlock
	unlock()
	return undefined
}
