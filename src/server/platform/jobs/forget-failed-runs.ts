import type { Job } from 'graphile-worker'
import type { Database } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { completeJobs, isFrequent } from '#server/platform/jobs/queue.ts'
import { type Clock, dayMs } from '#shared/clock.ts'

/**
 * After a run of a scheduled job has succeeded, deletes the earlier runs that failed permanently, because the successful run did
 * their work too. Otherwise the failed runs would stay in the queue, and be reported, until the owner retries them.
 */
export async function forgetFailedRuns(
	database: Database,
	{ id, task_identifier: name, payload }: Pick<Job, 'id' | 'task_identifier' | 'payload'>,
): Promise<void> {
	// Recognises a scheduled job as `queuedJobs` does.
	if (typeof payload !== 'object' || payload === null || !('_cron' in payload)) return
	await completeJobs(
		database,
		sql`job.name = ${name} and job.is_scheduled and job.id < ${id} and not job.has_attempts_left`,
	)
}

/**
 * Deletes the failed runs of frequent jobs after two days, when they no longer count as failed. Otherwise a job that keeps failing
 * would leave up to 1,440 of them a day.
 */
export async function purgeFailedRuns({
	database,
	clock,
}: {
	database: Database
	clock: Clock
}): Promise<void> {
	const twoDaysAgo = new Date(clock.now().getTime() - 2 * dayMs)
	await completeJobs(
		database,
		sql`${isFrequent} and not job.has_attempts_left and job.run_at < ${twoDaysAgo}`,
	)
}
