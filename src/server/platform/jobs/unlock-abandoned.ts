import type { Database } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { lockName } from '#server/platform/jobs/heartbeat.ts'

// No job of ours takes this long: statements end after 30 seconds, provider calls after 10, a mail after 60. It matters
// where a server's machine vanished with its connections, which PostgreSQL takes long to notice.
const longestJobSeconds = 300

/**
 * Frees jobs whose server died holding them, so that another takes them now instead of after the queue's own four hours.
 * Every job may run twice, so freeing one too many is harmless. One that was replaced while it was being done goes altogether:
 * the other does its work, and it would lie in the queue for ever as given up.
 */
export async function unlockAbandonedJobs(database: Database): Promise<void> {
	const heartbeat = sql`hashtextextended(${lockName('')} || worker.locked_by, 0)`
	await database.asServer(async (tx) => {
		// A lock that can be had is held by nobody; it is let go of with the transaction.
		const rows = await tx.query<{ locked_by: string }>(sql`
			select worker.locked_by
			from (
				select locked_by, min(locked_at) as since from graphile_worker.jobs
				where locked_at is not null group by locked_by
			) worker
			where worker.since <= now() - make_interval(secs => ${longestJobSeconds})
				or pg_try_advisory_xact_lock(${heartbeat})`)
		if (rows.length === 0) return
		const dead = rows.map(({ locked_by }) => locked_by)
		await tx.execute(sql`
			delete from graphile_worker._private_jobs
			where locked_by = any (${dead}) and key is null and attempts >= max_attempts and updated_at > locked_at`)
		await tx.query(sql`select graphile_worker.force_unlock_workers(${dead})`)
	})
}
