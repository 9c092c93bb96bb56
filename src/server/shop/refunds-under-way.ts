import { z } from 'zod'
import type { Transaction } from '#server/platform/db/database.ts'
import { count, exists } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import type { Job } from '#server/platform/jobs/define-job.ts'
import { addJob, completeJobs, queuedJobs } from '#server/platform/jobs/queue.ts'
import { isRecordOf } from '#server/shop/owner-acts.ts'
import { refundPartJob, refundPurchaseJob, refundUnwantedPaymentJob } from './jobs.ts'

const refundJobs = [refundPurchaseJob, refundPartJob, refundUnwantedPaymentJob].map(({ name }) => name)

/** Longer than the provider takes to answer. Until then the job that asks again only records that a refund is under way. */
const secondsToAnswer = 120

/**
 * The job that asks for a refund again. It is queued before the provider is asked, and removed with the answer. So a refund counts
 * as under way until its outcome is known, and is still made if the server dies first.
 */
export interface RefundJob {
	/** Queues the job in the transaction that decides on the refund. */
	begin: (tx: Transaction) => Promise<void>
	/** Lets the job run, because the outcome is unknown. */
	askAgain: (tx: Transaction) => Promise<void>
	/** Removes the job, because the provider has answered. */
	end: (tx: Transaction) => Promise<void>
}

export function refundJob<Payload>(job: Job<Payload>, payload: NoInfer<Payload>, id: string): RefundJob {
	const key = `${job.name}/${id}`
	return {
		begin: (tx) => addJob(tx, job, payload, { key, afterSeconds: secondsToAnswer }),
		askAgain: (tx) => addJob(tx, job, payload, { key }),
		end: (tx) => completeJobs(tx, sql`job.key = ${key}`),
	}
}

/** Counts the refunds that members, or the buyer, have asked for, whether or not the provider has made them yet. */
export async function countRefundsAsked(tx: Pick<Transaction, 'query'>, purchaseId: string): Promise<number> {
	return await count(
		tx,
		sql`
		select count(*)::integer as count from shop.owner_acts where purchase_id = ${purchaseId} and (${isRecordOf('refund')} or command = 'refund-asked')`,
	)
}

/** What has been asked of the provider for a purchase. If this has changed, what the provider said before may be out of date. */
interface RefundsUnderWay {
	asked: number
	/** The ids of the jobs that refund the purchase or a part of it, also of those that have failed and may be retried. */
	jobs: readonly string[]
	/** Whether such a job waits or runs. */
	isUnderWay: boolean
}

const jobSchema = z.object({ id: z.string(), is_under_way: z.boolean() })

export async function readRefundsUnderWay(
	tx: Pick<Transaction, 'query'>,
	purchaseId: string,
): Promise<RefundsUnderWay> {
	const asked = await countRefundsAsked(tx, purchaseId)
	const jobs = await tx.query(
		sql`
		select job.id::text, job.has_attempts_left or not job.is_waiting as is_under_way
		from ${queuedJobs} job
		where job.name = any (${refundJobs}) and job.payload ->> 'purchaseId' = ${purchaseId}
		order by job.id`,
		jobSchema,
	)
	return { asked, jobs: jobs.map(({ id }) => id), isUnderWay: jobs.some((job) => job.is_under_way) }
}

/** Selects whether a refund of the purchase `p`, or of a part of it, waits to be made or is being made. */
export const isRefundUnderWay = sql`exists (
	select from ${queuedJobs} job
	where job.name = any (${refundJobs}) and job.payload ->> 'purchaseId' = p.id::text and (job.has_attempts_left or not job.is_waiting)
)`

/** Reports whether all that is left of a payment is being refunded, or was to be and it isn't known whether it has been. */
export async function isBeingRefunded(tx: Pick<Transaction, 'query'>, purchaseId: string): Promise<boolean> {
	return await exists(
		tx,
		sql`select from ${queuedJobs} job where job.key = ${`${refundPurchaseJob.name}/${purchaseId}`}`,
	)
}
