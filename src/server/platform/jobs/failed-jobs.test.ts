import { beforeEach, expect, test } from 'vitest'
import { backUpJob, purgeExpiredJob } from '#server/features/upkeep/jobs.ts'
import { readFailedJobs } from '#server/operations/alerts/record-troubles.ts'
import { sql } from '#server/platform/db/sql.ts'
import { addJob } from '#server/platform/jobs/queue.ts'
import { crontabOf } from '#server/platform/jobs/worker.ts'
import { adminContextOf, runAdmin } from '#test/admin-cli.ts'
import { audit } from '#test/money-ledger.ts'
import { useWorld } from '#test/world.ts'

const world = await useWorld({ sandbox: true })

beforeEach(async () => {
	await world.database.query(sql`delete from graphile_worker._private_jobs`)
})

/** Expects the alert, the audit and the retry to agree on the jobs that failed permanently. */
async function expectFailed(names: string[]): Promise<void> {
	const alert = await readFailedJobs(world.database)
	expect(alert?.cases ?? []).toHaveLength(names.length)
	expect(await audit(world)).toEqual(names.map((name) => `A job has failed permanently: ${name}: in vain`))
	expect(await runAdmin(adminContextOf(world), 'retry-jobs')).toEqual([`Retried: ${names.length}`])
}

test('a job that was replaced while it ran has not failed, and neither has one that is running', async () => {
	const add = () => world.database.asServer((tx) => addJob(tx, purgeExpiredJob, {}, { key: 'purge' }))
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

/** Adds failed runs of a scheduled job. Each run had this many attempts. */
async function addFailedRuns(name: string, runs: number, attempts: number): Promise<void> {
	await world.database.query(sql`
		select graphile_worker.add_job(${name}, '{"_cron":{}}', max_attempts := ${attempts}) from generate_series(1, ${runs})`)
	await world.database.query(sql`
		update graphile_worker._private_jobs set attempts = max_attempts, last_error = 'in vain'`)
}

test.each([
	['this release', 5],
	['the previous release', 1],
])('a frequent job of %s counts once, after twelve failed runs in a day', async (_release, attempts) => {
	await addFailedRuns('sum-steps', 11, attempts)
	await expectFailed([])
	await addFailedRuns('sum-steps', 1, attempts)
	await expectFailed(['sum-steps'])
	// One of its runs is now being retried.
	await expectFailed([])
	await addFailedRuns('sum-steps', 1, attempts)
	await world.database.query(sql`
		update graphile_worker._private_jobs set run_at = now() - interval '25 hours' where id = (
			select min(id) from graphile_worker._private_jobs)`)
	await expectFailed(['sum-steps'])
})

test('a job that runs once a day counts as soon as its attempts are used up', async () => {
	await addFailedRuns('audit', 1, 12)
	await expectFailed(['audit'])
})

test('a job that runs once a day or a week has twelve attempts, and one that runs more often has five', () => {
	const lines = crontabOf(world.jobs, [[backUpJob, '03:30']]).split('\n')
	expect(lines).toContain('30 3 * * * back-up ?max=12')
	for (const line of lines)
		expect(line).toMatch(/^\S+ (\* \* \* \* \S+ \?max=5|\d+ \* \* [*\d] \S+ \?max=12)$/)
})
