import type { Transaction } from '#server/platform/db/database.ts'
import { type Sql, sql } from '#server/platform/db/sql.ts'
import { attemptsIfFrequent, type Job } from './define-job.ts'

interface JobOptions {
	/** Replaces a waiting job with the same key. A running job with this key is not retried. */
	key?: string
	/** Adds the job only if none with this key is waiting or running. For jobs that several servers add at the same time. */
	onceUnder?: string
	/** Delays the job. */
	afterSeconds?: number
}

/**
 * Flags the jobs that were added with a key. If such a job is replaced while it runs, the queue removes its key and marks it as
 * permanently failed. The flag then distinguishes it from a job that really failed.
 */
export const addedWithKey = 'added-with-key'

/** Adds a job in the caller's transaction, so that both are committed or neither. */
export async function addJob<Payload>(
	tx: Transaction,
	{ name }: Pick<Job<Payload>, 'name' | 'payload'>,
	payload: NoInfer<Payload>,
	{ key, onceUnder, afterSeconds = 0 }: JobOptions = {},
): Promise<void> {
	const jobKey = onceUnder ?? key ?? null
	await tx.query(sql`
		select from graphile_worker.add_job(
			${name}, payload := ${JSON.stringify(payload)}::json, job_key := ${jobKey}, max_attempts := 25,
			flags := ${jobKey === null ? null : [addedWithKey]}::text[],
			job_key_mode := ${onceUnder === undefined ? 'replace' : 'unsafe_dedupe'},
			run_at := case when ${afterSeconds}::double precision > 0 then now() + make_interval(secs => ${afterSeconds}::double precision) end
		)`)
}

/**
 * The queued jobs with their payloads, as a subquery. graphile-worker has no public view of payloads, so this reads its private
 * tables. No other file may do so, and `queued-jobs.test.ts` fails if a new version of the library changes these tables.
 */
export const queuedJobs = sql`(
	select job.id, task.identifier as name, job.payload, job.key, job.run_at, job.max_attempts, job.flags, job.last_error,
		job.updated_at, job.attempts < job.max_attempts as has_attempts_left, job.locked_at is null as is_waiting,
		-- The queue adds _cron to the payload of each run of a scheduled job.
		job.payload -> '_cron' is not null as is_scheduled
	from graphile_worker._private_jobs job
	join graphile_worker._private_tasks task on task.id = job.task_id
)`

/** Deletes the jobs that meet a condition on `queuedJobs job`, except those that are running. */
export async function completeJobs(database: Pick<Transaction, 'query'>, condition: Sql): Promise<void> {
	await database.query(sql`
		select graphile_worker.complete_jobs(array(
			select job.id from ${queuedJobs} job where job.is_waiting and ${condition}
		))`)
}

/** Recognises the runs of frequent jobs. The previous release gave each of them a single attempt. */
export const isFrequent = sql`(job.is_scheduled and job.max_attempts <= ${attemptsIfFrequent})`

/** How many runs of a frequent job must fail in a day before it counts as failed. */
const failedRuns = 12

/**
 * The jobs that failed permanently, as a subquery. A frequent job soon runs again by itself, and a run that succeeds removes those
 * that failed. Such a job therefore counts only after twelve failed runs in a day, and then once, with its newest run.
 */
export const failedJobs = sql`(
	select id, name, error, failed_at
	from (
		select job.id, job.name, coalesce(job.last_error, '') as error, job.updated_at as failed_at, ${isFrequent} as is_frequent,
			count(*) over alike as runs, row_number() over (alike order by job.id desc) as place
		from ${queuedJobs} job
		where not job.has_attempts_left and job.is_waiting
			and (job.key is not null or not coalesce(job.flags ? ${addedWithKey}, false))
			and (not ${isFrequent} or job.run_at > now() - interval '1 day')
		window alike as (partition by job.name, ${isFrequent})
	) job
	where not is_frequent or runs >= ${failedRuns} and place = 1
)`
