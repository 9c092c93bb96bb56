import pino from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '#server/platform/db/sql.ts'
import { startWorker } from '#server/platform/jobs/worker.ts'
import { createWorld, type World } from '#test/world.ts'

let world: World
beforeAll(async () => {
	world = await createWorld()
})
afterAll(async () => await world.close())

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
	const { database, jobHandlers: handlers, failures } = world
	const worker = await startWorker({ database, handlers, failures, log: pino({ level: 'silent' }) })
	try {
		await add('sum-steps', scheduled)
		await expect
			.poll(() => database.query(sql`select task_identifier from graphile_worker.jobs order by id`))
			.toEqual([{ task_identifier: 'sum-steps' }, { task_identifier: 'purge-expired' }])
	} finally {
		await worker.stop()
	}
})
