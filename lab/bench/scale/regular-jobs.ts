import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { z } from 'zod'
import type { Watched } from './watch-plans.ts'

/** The jobs that the shop runs on a schedule, except the backup, the audit and `settle-discount-codes`. */
export const regularJobs = [
	'reconcile-purchases',
	'raise-alerts',
	'queue-mailings',
	'compare-with-provider',
	'purge-expired',
	'sum-steps',
	'refresh-sums',
	'issue-late-receipts',
	'send-summary',
] as const

export interface RegularJob {
	name: (typeof regularJobs)[number]
	seconds: number
	/** The statements that ran during the job. */
	statements: readonly Watched[]
}

const countSchema = z.tuple([z.object({ count: z.coerce.number() })])

/** Waits until no job is due. */
export async function untilJobsAreDone(client: pg.Client): Promise<void> {
	// The server queues its first jobs a moment after it is ready.
	await pause(2_000)
	for (;;) {
		const { rows } = await client.query(
			'select count(*) from graphile_worker.jobs where run_at <= now() and attempts < max_attempts',
		)
		if (countSchema.parse(rows)[0].count === 0) return
		await pause(200)
	}
}

/** Lets the shop store all movements, which takes several runs in a large shop. */
export async function untilMovementsAreStored(client: pg.Client): Promise<void> {
	do await runJob(client, 'refresh-sums')
	while (
		countSchema.parse((await client.query('select count(*) from shop.changed_purchases')).rows)[0].count > 0
	)
}

const waitingSchema = z.array(z.object({ last_error: z.string().nullable(), attempts: z.number() }))

/** Lets the running shop do a job, and returns how many seconds it took. Throws if it fails. */
export async function runJob(client: pg.Client, name: string): Promise<number> {
	const startedAt = performance.now()
	await client.query(
		"select graphile_worker.add_job($1, '{}'::json, job_key := 'scale', max_attempts := 2)",
		[name],
	)
	for (;;) {
		const { rows } = await client.query(
			"select last_error, attempts from graphile_worker.jobs where key = 'scale'",
		)
		const [job] = waitingSchema.parse(rows)
		if (job === undefined) return (performance.now() - startedAt) / 1000
		if (job.last_error !== null) throw new Error(`${name} failed: ${job.last_error}`)
		await pause(20)
	}
}
