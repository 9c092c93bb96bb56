import { z } from 'zod'
import type { Transaction } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'

/** Every kind of work that outlives a request, with what it needs to know. Payloads hold no secrets, and but for a mail that was asked for only ids. */
export interface JobPayloads {
	/** Has a mail sent to an address if there is an account to send it for: looked up here, so that the asker waits alike. */
	'answer-mail-request': MailRequestPayload
	/** Makes the link or code of a one-time token and mails it; made when it is sent, so that none lies in the queue. */
	'send-one-time-token': { tokenId: string }
	/** Tells somebody by mail what happened to their account. */
	'send-security-notice': { entryId: string }
	/** Tells an owner that their second step is about to be removed. */
	'send-removal-notice': { removalId: string }
	/** Removes the second step that a recovery found to be young. */
	'remove-young-factors': { removalId: string }
	/** Acts on one stored event of the payment provider. */
	'handle-payment-event': { eventId: string }
	/** Mails the receipt of a completed purchase. */
	'send-receipt': { purchaseId: string }
	/** Gives back a second payment for a guide already owned. */
	'refund-duplicate': { purchaseId: string }
	/** Asks the provider how a payment stands, and brings its purchase in line. */
	'settle-payment': { paymentIntentId: string }
	/** The same, as the release before queued it. */
	'settle-failed-refund': { paymentIntentId: string }
	/** Tells a buyer by email of money that went back to them. */
	'send-refund-notice': { refundId: string }
	/** Asks for a refund again whose outcome the provider left open. */
	'refund-purchase': { purchaseId: string }
	/** Ends a payment that was on its way when its account was deleted. */
	'close-checkout': { purchaseId: string }
	/** Mails that an account is deleted, then forgets the address. */
	'confirm-deletion': { userId: string }
	/** Asks the provider about purchases left pending. */
	'reconcile-purchases': Record<string, unknown>
	/** Looks through the provider's recent payments, refunds and disputes for any we have missed. */
	'compare-with-provider': { days?: number | undefined }
	/** Removes what has run out: counters, tokens, flow states, sessions. */
	'purge-expired': Record<string, unknown>
}

const mailRequestJob = z.object({
	kind: z.enum(['otp', 'recovery', 'resend_signup', 'resend_email_change']),
	email: z.string(),
	challenge: z.object({ challenge: z.string(), method: z.enum(['s256', 'plain']) }).nullable(),
	redirectTo: z.string(),
	/** Whether somebody new may sign up by it, and what they say about themselves. */
	createUser: z.boolean(),
	metadata: z.record(z.string(), z.unknown()),
	/** The network address of whoever asked. */
	from: z.string(),
})
export type MailRequestPayload = z.infer<typeof mailRequestJob>

export type JobName = keyof JobPayloads

const removalJob = z.object({ removalId: z.uuid() })
const purchaseJob = z.object({ purchaseId: z.uuid() })
const paymentJob = z.object({ paymentIntentId: z.string() })
// Scheduled jobs are told when they were due, which none of ours needs.
const scheduledJob = z.looseObject({})

/** Payloads come back from the database, so they are checked like anything else from outside. */
export const jobSchemas: { readonly [Name in JobName]: z.ZodType<JobPayloads[Name]> } = {
	'answer-mail-request': mailRequestJob,
	'send-one-time-token': z.object({ tokenId: z.uuid() }),
	'send-security-notice': z.object({ entryId: z.uuid() }),
	'send-removal-notice': removalJob,
	'remove-young-factors': removalJob,
	'handle-payment-event': z.object({ eventId: z.string() }),
	'send-receipt': purchaseJob,
	'refund-duplicate': purchaseJob,
	'settle-payment': paymentJob,
	'settle-failed-refund': paymentJob,
	'send-refund-notice': z.object({ refundId: z.string() }),
	'refund-purchase': purchaseJob,
	'close-checkout': purchaseJob,
	'confirm-deletion': z.object({ userId: z.uuid() }),
	'reconcile-purchases': scheduledJob,
	'compare-with-provider': z.object({ days: z.int().positive().optional() }),
	'purge-expired': scheduledJob,
}

interface JobOptions {
	/** A job with a key replaces the one waiting under the same key; one that is being done then has no further tries. */
	key?: string
	/** Under which name it is added only where none waits or is being done: what several servers ask for at once. */
	onceUnder?: string
	/** Not before so many seconds have passed. */
	afterSeconds?: number
}

/** Adds a job in the transaction that makes it necessary: both are kept, or neither. */
export async function addJob<Name extends JobName>(
	tx: Transaction,
	name: Name,
	payload: JobPayloads[Name],
	{ key, onceUnder, afterSeconds = 0 }: JobOptions = {},
): Promise<void> {
	await tx.query(sql`
		select from graphile_worker.add_job(
			${name}, payload := ${JSON.stringify(payload)}::json, job_key := ${onceUnder ?? key ?? null}, max_attempts := 25,
			job_key_mode := ${onceUnder === undefined ? 'replace' : 'unsafe_dedupe'},
			run_at := case when ${afterSeconds}::double precision > 0 then now() + make_interval(secs => ${afterSeconds}::double precision) end
		)`)
}
