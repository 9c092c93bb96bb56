import type { Database } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'

/** Smaller differences between clocks do not matter. */
const toleranceSeconds = 10

/**
 * Brings forward the jobs that were scheduled while PostgreSQL's clock was ahead. If the clock was an hour ahead, receipts and
 * retries from that time would otherwise wait for an hour once the clock is right again. A job keeps its delay, counted from now.
 */
export async function rescheduleAfterClockChange(database: Database): Promise<void> {
	// When a job fails, the queue only changes `run_at`, to the time of the failure plus this delay.
	const retryDelay = sql`exp(least(attempts, 10)) * interval '1 second'`
	await database.query(sql`
		select graphile_worker.reschedule_jobs(array[job.id], run_at => job.run_at - (job.scheduled_at - now()))
		from (
			select id, run_at,
				case
					when attempts > 0 and last_error is not null then run_at - ${retryDelay}
					-- If the same job is added again under its key, only \`updated_at\` changes.
					when run_at = created_at then run_at
					else updated_at
				end as scheduled_at
			from graphile_worker.jobs
			where locked_at is null and run_at > now() and attempts < max_attempts
		) job
		where job.scheduled_at > now() + make_interval(secs => ${toleranceSeconds})`)
}
