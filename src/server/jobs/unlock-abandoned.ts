import type { Database } from '#server/db/database.ts'
import { sql } from '#server/db/sql.ts'

/** No job of ours takes this long, in seconds: statements end after 30, provider calls after 20, a mail after 60. */
export const longestJobSeconds = 300

/**
 * Frees jobs whose server died holding them, so that another takes them now instead of after the queue's own four hours.
 * `olderThanSeconds` is 0 where no other server can be alive. Every job may run twice, so freeing one too many is harmless.
 */
export async function unlockAbandonedJobs(database: Database, olderThanSeconds: number): Promise<void> {
	await database.query(sql`
		select graphile_worker.force_unlock_workers(array(
			select distinct locked_by from graphile_worker.jobs
			where locked_at is not null and locked_at <= now() - make_interval(secs => ${olderThanSeconds})
		))`)
}
