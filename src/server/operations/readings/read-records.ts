import { z } from 'zod'
import { notAnswered } from '#server/features/disputes/waiting.ts'
import { jobs } from '#server/features/jobs.ts'
import type { Database } from '#server/platform/db/database.ts'
import { one } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import { failedJobs } from '#server/platform/jobs/queue.ts'

const seconds = z.coerce.number()

const recordsSchema = z.object({
	purchasesOnHold: z.int(),
	/** Jobs that are due and have not begun. */
	jobsWaiting: z.int(),
	/** For how long the oldest waiting job has been due. */
	jobsOldestSeconds: seconds,
	/** Jobs that failed and will be retried. */
	jobsRetrying: z.int(),
	/** Jobs that failed permanently. */
	jobsFailed: z.int(),
	mailsWaiting: z.int(),
	mailsRefused: z.int(),
	/** Stored events that have not been processed yet. */
	eventsWaiting: z.int(),
	/** For how long the oldest of these events has waited. */
	eventsOldestSeconds: seconds,
	/** The longest delay in the last hour between an event at the provider and its arrival here. */
	eventDelaySeconds: seconds,
	/** When the newest event arrived; null if none ever has. Leaves out the event that the doctor sends to try the webhook. */
	newestEventAt: z.date().nullable(),
	disputesToAnswer: z.int(),
	nextAnswerBy: z.date().nullable(),
	auditedAt: z.date().nullable(),
	auditDifferences: z.int().nullable(),
})

/** What the database says about the state of the shop. */
export type Records = z.infer<typeof recordsSchema>

const mailJobs = jobs.filter(({ sendsMail }) => sendsMail).map(({ name }) => name)

/** Reads everything with one statement, which is cancelled after two seconds if the database is overloaded. */
export async function readRecords(database: Pick<Database, 'asServer'>): Promise<Records> {
	return await database.asServer(async (tx) => {
		await tx.query(sql`set local statement_timeout = '2s'`)
		return await one(
			tx,
			sql`
			select
				(select count(*) from public.purchases where status = 'held') as "purchasesOnHold",
				jobs.*, events.*, disputes.*,
				(select count(*) from ${failedJobs} job) as "jobsFailed",
				(select count(*) from shop.refused_mails) as "mailsRefused",
				(
					select coalesce(extract(epoch from max(received_at - to_timestamp((payload ->> 'created')::bigint))), 0)
					from shop.payment_events where received_at > now() - interval '1 hour'
				) as "eventDelaySeconds",
				(select max(received_at) from shop.payment_events where type <> 'doctor.checked') as "newestEventAt",
				audit.finished_at as "auditedAt", audit.differences as "auditDifferences"
			from (
				select
					count(*) filter (where is_due) as "jobsWaiting",
					coalesce(extract(epoch from now() - min(run_at) filter (where is_due)), 0) as "jobsOldestSeconds",
					count(*) filter (where attempts > 0 and has_attempts_left and locked_at is null) as "jobsRetrying",
					count(*) filter (where task_identifier = any (${mailJobs}) and has_attempts_left and (is_due or attempts > 0))
						as "mailsWaiting"
				from (
					select *, attempts < max_attempts as has_attempts_left,
						run_at <= now() and attempts < max_attempts and locked_at is null as is_due
					from graphile_worker.jobs
				) job
			) jobs, (
				select count(*) as "eventsWaiting",
					coalesce(extract(epoch from now() - min(received_at)), 0) as "eventsOldestSeconds"
				from shop.payment_events where processed_at is null and waits_for_payment is null
			) events, (
				select count(*) as "disputesToAnswer", min(answer_by) as "nextAnswerBy"
				from shop.disputes d
				where answer_by > now() and ${notAnswered}
			) disputes
			left join shop.latest_audit audit on true`,
			recordsSchema,
		)
	})
}
