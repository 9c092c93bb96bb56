import { z } from 'zod'
import type { Transaction } from '#server/platform/db/database.ts'
import { type Sql, sql } from '#server/platform/db/sql.ts'

const mailRequestJob = z.object({
	kind: z.enum(['otp', 'recovery', 'resend_signup', 'resend_email_change']),
	email: z.string(),
	challenge: z.object({ challenge: z.string(), method: z.enum(['s256', 'plain']) }).nullable(),
	redirectTo: z.string(),
	/** Whether the email may create an account, and the metadata for the new account. */
	createUser: z.boolean(),
	metadata: z.record(z.string(), z.unknown()),
	/** The caller's network address. */
	from: z.string(),
})

const textRequestJob = z.object({
	kind: z.enum(['otp', 'resend_sms', 'resend_phone_change']),
	/** In E.164, without the plus sign. */
	phone: z.string(),
	channel: z.enum(['sms', 'whatsapp']),
	/** Whether the message may create an account, and the metadata for the new account. */
	createUser: z.boolean(),
	metadata: z.record(z.string(), z.unknown()),
	/** The caller's network address. */
	from: z.string(),
})

const removalJob = z.object({ removalId: z.uuid() })
const purchaseJob = z.object({ purchaseId: z.uuid() })
const paymentJob = z.object({ paymentIntentId: z.string() })
const noticeJob = z.object({ noticeId: z.uuid() })
// The queue adds the time at which a scheduled job was due, which no handler needs.
const scheduledJob = z.looseObject({})

/**
 * Every kind of job and its payload. Payloads contain no secrets, and only those of a requested email or text message contain
 * an address or a number. Payloads are parsed when a job runs, because they are read from the database.
 */
const payloads = {
	/**
	 * Sends a requested email if the address has an account or may get one. The account is looked up in the job, so that response
	 * times do not reveal whether there is one.
	 */
	'answer-mail-request': mailRequestJob,
	/**
	 * Texts a requested code if the number has an account or may get one. The account is looked up in the job, so that response
	 * times do not reveal whether there is one.
	 */
	'answer-text-request': textRequestJob,
	/** Creates and texts a code, for a one-time token or a second factor's challenge. Also texts security notices. */
	'send-text': z.union([
		z.object({ tokenId: z.uuid() }),
		z.object({ challengeId: z.uuid() }),
		z.object({ entryId: z.uuid() }),
	]),
	/** Creates the link or code of a one-time token and emails it. The job does both, so that the queue contains no secrets. */
	'send-one-time-token': z.object({ tokenId: z.uuid() }),
	/** Notifies a user of a change to their account, by email or, if they have only a number, by text. */
	'send-security-notice': z.object({ entryId: z.uuid() }),
	/** Warns a user that a second factor is about to be removed. */
	'send-removal-notice': removalJob,
	/** Removes the recently added second factors of a user who has recovered their account. */
	'remove-young-factors': removalJob,
	/** Acts on one stored event of the payment provider. */
	'handle-payment-event': z.object({ eventId: z.string() }),
	/** Emails the receipt of a completed purchase. */
	'send-receipt': purchaseJob,
	/** Refunds a second payment for a guide already owned. */
	'refund-duplicate': purchaseJob,
	/** Asks the provider for the state of a payment and updates its purchase. */
	'settle-payment': paymentJob,
	/** The name that the previous release used for `settle-payment`. */
	'settle-failed-refund': paymentJob,
	/** Emails a buyer about a refund. */
	'send-refund-notice': z.object({ refundId: z.string() }),
	/** Emails a buyer about a payment that takes days. */
	'send-payment-notice': z.object({
		purchaseId: z.uuid(),
		notice: z.enum(['payment_pending', 'payment_failed']),
	}),
	/** Repeats a refund request whose outcome is unknown. */
	'refund-purchase': purchaseJob,
	/** Repeats the request for a partial refund whose outcome is unknown. */
	'refund-part': z.object({ purchaseId: z.uuid(), amountPence: z.int().positive(), key: z.string() }),
	/** Ends a payment that was under way when the buyer's account was deleted. */
	'close-checkout': purchaseJob,
	/** Confirms the deletion of an account by email, then deletes the address. */
	'confirm-deletion': z.object({ userId: z.uuid() }),
	/** Emails an invitation to join the admin. */
	'send-invitation': z.object({ invitationId: z.uuid() }),
	/** Emails an example of one of the shop's emails to the member of staff who asked for it. */
	'send-test-message': z.object({ name: z.string(), actId: z.uuid() }),
	/** Emails the link with which a visitor confirms that they want an email about a release. */
	'send-notice-confirmation': noticeJob,
	/** Queues the emails about products that have been released. */
	'queue-release-notices': scheduledJob,
	/** Emails the news of a product's release to an address that asked for it. */
	'send-release-notice': noticeJob,
	/** Queues the emails that ask for reviews. */
	'ask-for-reviews': scheduledJob,
	/** Asks a user by email for a review of a guide. */
	'send-review-request': z.object({ userId: z.uuid(), catalogueId: z.string() }),
	/** Queues the emails about new editions. */
	'queue-edition-notices': scheduledJob,
	/** Emails a user about a new edition of a guide. */
	'send-edition-notice': noticeJob,
	/** Queues the next emails of an announcement. */
	'continue-announcement': z.object({ announcementId: z.uuid() }),
	/** Emails an announcement to one user. */
	'send-announcement': z.object({ mailId: z.uuid() }),
	/** Emails the draft of an announcement to the member of staff who asked for it. */
	'test-announcement': z.object({ announcementId: z.uuid(), actId: z.uuid() }),
	/** Asks the provider about purchases that are still pending. */
	'reconcile-purchases': scheduledJob,
	/** Looks for payments, refunds and disputes at the provider that we have missed. */
	'compare-with-provider': z.object({ days: z.int().positive().optional() }),
	/** Makes the discount codes at the provider match ours. */
	'settle-discount-codes': scheduledJob,
	/** Writes receipts for sales that were made before the shop wrote receipts. */
	'issue-late-receipts': scheduledJob,
	/** Removes expired counters, tokens, flow states and sessions. */
	'purge-expired': scheduledJob,
	/** Backs up the shop. */
	'back-up': scheduledJob,
	/** Reads every byte of all backups. */
	'check-backups': scheduledJob,
	/** Compares payments with the provider's, as `npm run audit` does. */
	audit: scheduledJob,
	/** Looks for what needs the owner, and queues the emails about it. */
	'raise-alerts': scheduledJob,
	/** Emails the owner an alert of one kind. */
	'send-alert': z.object({ kind: z.string() }),
	/** Emails the owner what happened in the past day. */
	'send-summary': scheduledJob,
	/** Counts, for each day, how many visitors took each step towards a purchase or an account. */
	'sum-steps': scheduledJob,
	/** Updates the tables that lists and figures are read from: the movements of money, their sums, and today's steps. */
	'refresh-sums': scheduledJob,
}

export type JobName = keyof typeof payloads
export type JobPayloads = { [Name in JobName]: z.infer<(typeof payloads)[Name]> }
export type MailRequestPayload = JobPayloads['answer-mail-request']
export type TextRequestPayload = JobPayloads['answer-text-request']

export const jobSchemas: { readonly [Name in JobName]: z.ZodType<JobPayloads[Name]> } = payloads

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
export async function addJob<Name extends JobName>(
	tx: Transaction,
	name: Name,
	payload: JobPayloads[Name],
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

/** How many attempts each run has if its job is scheduled every hour or more often. They take about a minute and a half. */
export const attemptsIfFrequent = 5

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
