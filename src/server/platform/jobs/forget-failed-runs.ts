import type { Job } from 'graphile-worker'
import type { Database } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { queuedJobs } from '#server/platform/jobs/queue.ts'

/**
 * After a run of a scheduled job has succeeded, deletes the earlier runs that failed permanently, because the successful run did
 * their work too. Otherwise the failed runs would stay in the queue, and be reported, until the owner retries them.
 */
export async function forgetFailedRuns(
	database: Database,
	{ id, task_identifier: name, payload }: Pick<Job, 'id' | 'task_identifier' | 'payload'>,
): Promise<void> {
	// As in `queuedJobs`.
	if (typeof payload !== 'object' || payload === null || !('_cron' in payload)) return
	await database.query(sql`
		select graphile_worker.complete_jobs(array(
			select job.id from ${queuedJobs} job
			where job.name = ${name} and job.is_scheduled and job.id < ${id}
				and job.is_waiting and not job.has_attempts_left
		))`)
}
