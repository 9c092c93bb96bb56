import { sql } from '#server/platform/db/sql.ts'

/**
 * The queued jobs with their payloads, as a subquery. graphile-worker has no public view of payloads, so this reads its private
 * tables. Nothing else may, and `queued-jobs.test.ts` fails if the library changes them.
 */
export const queuedJobs = sql`(
	select job.id, task.identifier as name, job.payload,
		job.attempts < job.max_attempts as has_attempts_left, job.locked_at is null as is_waiting
	from graphile_worker._private_jobs job
	join graphile_worker._private_tasks task on task.id = job.task_id
)`
