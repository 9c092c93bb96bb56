import { afterAll, beforeAll, expect, test } from 'vitest'
import { readFailedJobs } from '#server/operations/alerts/record-troubles.ts'
import { sql } from '#server/platform/db/sql.ts'
import { addJob } from '#server/platform/jobs/queue.ts'
import { adminContextOf, runAdmin } from '#test/admin-cli.ts'
import { audit } from '#test/money-ledger.ts'
import { createWorld, type World } from '#test/world.ts'

let world: World
beforeAll(async () => {
	world = await createWorld({ sandbox: true })
})
afterAll(async () => await world.close())

/** Expects the alert, the audit and the retry to agree on the jobs that failed permanently. */
async function expectFailed(names: string[]): Promise<void> {
	const alert = await readFailedJobs(world.database)
	expect(alert?.cases ?? []).toHaveLength(names.length)
	expect(await audit(world)).toEqual(names.map((name) => `A job has failed permanently: ${name}: in vain`))
	const jobs = names.length === 1 ? '1 job' : `${names.length} jobs`
	const sentence = names.length === 0 ? 'No job has failed permanently.' : `${jobs} will be retried.`
	expect(await runAdmin(adminContextOf(world), 'retry')).toEqual([sentence])
}

test('a job that was replaced while it ran has not failed, and neither has one that is running', async () => {
	const add = () => world.database.asServer((tx) => addJob(tx, 'purge-expired', {}, { key: 'purge' }))
	const run = sql`
		update graphile_worker._private_jobs
		set locked_by = 'a server', locked_at = now(), attempts = max_attempts where key is not null`
	const fail = sql`
		update graphile_worker._private_jobs set locked_by = null, locked_at = null, last_error = 'in vain'`
	await add()
	await world.database.query(run)
	await expectFailed([])
	await add()
	await world.database.query(fail)
	await expectFailed([])
	// Its replacement may still fail.
	await world.database.query(run)
	await world.database.query(fail)
	await expectFailed(['purge-expired'])
})
