import { z } from 'zod'
import type { Transaction } from '#server/db/database.ts'
import { sql } from '#server/db/sql.ts'

/** Every kind of work that outlives a request, with what it needs to know. Payloads hold ids, never secrets. */
export interface JobPayloads {
	/** Issues a confirmation token and mails it; the token is made when it is sent, so that none lies in the queue. */
	'send-confirmation': { tokenId: string }
	/** Acts on one stored event of the payment provider. */
	'handle-payment-event': { eventId: string }
	/** Mails the receipt of a completed purchase. */
	'send-receipt': { purchaseId: string }
	/** Gives back a second payment for a guide already owned. */
	'refund-duplicate': { purchaseId: string }
	/** Asks the provider about purchases left pending. */
	'reconcile-purchases': Record<string, unknown>
	/** Removes what has run out: counters, tokens, flow states, sessions. */
	'purge-expired': Record<string, unknown>
}

export type JobName = keyof JobPayloads

const purchaseJob = z.object({ purchaseId: z.uuid() })
// Scheduled jobs are told when they were due, which none of ours needs.
const scheduledJob = z.looseObject({})

/** Payloads come back from the database, so they are checked like anything else from outside. */
export const jobSchemas: { readonly [Name in JobName]: z.ZodType<JobPayloads[Name]> } = {
	'send-confirmation': z.object({ tokenId: z.uuid() }),
	'handle-payment-event': z.object({ eventId: z.string() }),
	'send-receipt': purchaseJob,
	'refund-duplicate': purchaseJob,
	'reconcile-purchases': scheduledJob,
	'purge-expired': scheduledJob,
}

interface JobOptions {
	/** A job with a key replaces the one waiting under the same key. */
	key?: string
}

/** Adds a job in the transaction that makes it necessary: both are kept, or neither. */
export async function addJob<Name extends JobName>(
	tx: Transaction,
	name: Name,
	payload: JobPayloads[Name],
	{ key }: JobOptions = {},
): Promise<void> {
	await tx.query(sql`
		select from graphile_worker.add_job(
			${name}, payload := ${JSON.stringify(payload)}::json, job_key := ${key ?? null}, max_attempts := 25
		)`)
}
