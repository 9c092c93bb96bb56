import pino from 'pino'
import { beforeEach, expect, test } from 'vitest'
import { sql } from '#server/platform/db/sql.ts'
import { purgeFailedRuns } from '#server/platform/jobs/forget-failed-runs.ts'
import { startWorker } from '#server/platform/jobs/worker.ts'
import { useWorld } from '#test/world.ts'

const world = await useWorld()

beforeEach(async () => {
	await world.database.query(sql`delete from graphile_worker._private_jobs`)
})

/** Adds a job. It is a run of a scheduled job if the payload has `_cron`, which the queue adds. */
async function add(name: string, payload: object): Promise<void> {
	await world.database.asServer((tx) =>
		tx.query(sql`select from graphile_worker.add_job(${name}, payload := ${JSON.stringify(payload)}::json)`),
	)
}

test('when a scheduled job succeeds, only its own permanently failed runs are removed', async () => {
	const scheduled = { _cron: { ts: '2026-11-22T16:05:00Z', backfilled: false } }
	await add('sum-steps', scheduled)
	await add('sum-steps', scheduled)
	await add('sum-steps', {})
	await add('purge-expired', scheduled)
	await world.database.query(sql`update graphile_worker._private_jobs set attempts = max_attempts`)
	const { database, jobs, failures } = world
	const worker = await startWorker({ database, jobs, failures, log: pino({ level: 'silent' }) })
	try {
		await add('sum-steps', scheduled)
		await expect
			.poll(() => database.query(sql`select task_identifier from graphile_worker.jobs order by id`))
			.toEqual([{ task_identifier: 'sum-steps' }, { task_identifier: 'purge-expired' }])
	} finally {
		await worker.stop()
	}
})

test('after two days, the failed runs of a frequent job are removed, and other failed jobs stay', async () => {
	const scheduled = '{"_cron":{}}'
	const now = world.clock.now()
	await world.database.query(sql`
		select graphile_worker.add_job(name, payload::json, max_attempts := attempts, run_at := ${now}::timestamptz + due)
		from (values
			('refresh-sums', ${scheduled}, 5, interval '0'), ('sum-steps', ${scheduled}, 1, '0'),
			('reconcile-purchases', ${scheduled}, 5, '2 days'), ('audit', ${scheduled}, 12, '0'), ('send-receipt', '{}', 5, '0')
		) job (name, payload, attempts, due)`)
	await world.database.query(sql`update graphile_worker._private_jobs set attempts = max_attempts`)
	await purgeFailedRuns(world)
	const left = async () =>
		(
			await world.database.query(sql`select task_identifier as name from graphile_worker.jobs order by id`)
		).map(({ name }) => name)
	expect(await left()).toHaveLength(5)
	world.clock.advance(2 * 86_400 + 1)
	await purgeFailedRuns(world)
	expect(await left()).toEqual(['reconcile-purchases', 'audit', 'send-receipt'])
})
