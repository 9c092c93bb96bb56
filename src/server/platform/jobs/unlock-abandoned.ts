import { z } from 'zod'
import type { Database } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { lockName } from '#server/platform/jobs/heartbeat.ts'
import { addedWithKey, completeJobs } from '#server/platform/jobs/queue.ts'

const workerSchema = z.object({ locked_by: z.string() })
const jobSchema = z.object({ id: z.number() })

// Hardly any job takes this long: statements end after 30 seconds, provider calls after 20, an email if the mail server is
// silent for 30. Backups and audits may, and a second one that starts meanwhile ends at once. The limit is needed if a whole
// machine disappears. PostgreSQL then takes a long time to notice that the machine's connections are dead.
const longestJobSeconds = 300

/**
 * Unlocks the jobs of dead servers, so that other servers can take them without waiting for the queue's own timeout of four
 * hours. Every job may safely run twice, so unlocking one that is still running does no harm. A job that was replaced while it
 * ran is deleted. Its replacement does the work, and the old job would otherwise stay in the queue as failed for ever.
 */
export async function unlockAbandonedJobs(database: Database): Promise<void> {
	const heartbeat = sql`hashtextextended(${lockName('')} || worker.locked_by, 0)`
	await database.asServer(async (tx) => {
		// If nobody holds the heartbeat's lock, the server is dead. This transaction takes the lock to find out, and releases it
		// when it ends.
		const rows = await tx.query(
			sql`
			select worker.locked_by
			from (
				select locked_by, min(locked_at) as since from graphile_worker.jobs
				where locked_at is not null group by locked_by
			) worker
			where worker.since <= now() - make_interval(secs => ${longestJobSeconds})
				or pg_try_advisory_xact_lock(${heartbeat})`,
			workerSchema,
		)
		if (rows.length === 0) return
		const dead = rows.map(({ locked_by }) => locked_by)
		const replaced = await tx.query(
			sql`select id from graphile_worker.jobs where locked_by = any (${dead}) and key is null and flags ? ${addedWithKey}`,
			jobSchema,
		)
		await tx.query(sql`select graphile_worker.force_unlock_workers(${dead})`)
		await completeJobs(tx, sql`job.id = any (${replaced.map(({ id }) => id)})`)
	})
}
