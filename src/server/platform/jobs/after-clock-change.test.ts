import { expect, test } from 'vitest'
import { sumStepsJob } from '#server/features/sales/jobs.ts'
import { sql } from '#server/platform/db/sql.ts'
import { rescheduleAfterClockChange } from '#server/platform/jobs/after-clock-change.ts'
import { addJob } from '#server/platform/jobs/queue.ts'
import { useWorld } from '#test/world.ts'

const world = await useWorld()

const reschedule = () => rescheduleAfterClockChange(world.database)

/** Returns in how many seconds each job is due, by key. */
async function dueIn(): Promise<unknown> {
	const rows = await world.database.query(sql`
		select key, round(extract(epoch from run_at - now()))::integer as seconds from graphile_worker.jobs order by key`)
	return Object.fromEntries(rows.map(({ key, seconds }) => [key, Number(seconds)]))
}

test('jobs scheduled while the database’s clock was an hour ahead keep their delay', async () => {
	for (const [key, afterSeconds] of [
		['at once, ahead', 0],
		['in a day, ahead', 86_400],
		['failed, ahead', 0],
		['wanted again, ahead', 0],
		['at once', 0],
		['in a day', 86_400],
		['failed', 0],
	] as const)
		await world.database.asServer((tx) => addJob(tx, sumStepsJob, {}, { key, afterSeconds }))
	// The queue retries a job that has failed three times after about 20 seconds.
	await world.database.query(sql`
		update graphile_worker._private_jobs set attempts = 3, last_error = 'no answer', run_at = now() + interval '20 seconds'
		where key like 'failed%'`)
	await world.database.query(sql`
		update graphile_worker._private_jobs
		set run_at = run_at + interval '1 hour', created_at = created_at + interval '1 hour',
			updated_at = updated_at + case when attempts = 0 then interval '1 hour' else interval '0' end
		where key like '%ahead'`)
	await world.database.asServer((tx) => addJob(tx, sumStepsJob, {}, { onceUnder: 'wanted again, ahead' }))
	const near = (seconds: number) => expect.closeTo(seconds, -1)
	expect(await dueIn()).toMatchObject({ 'at once, ahead': near(3_600), 'failed, ahead': near(3_620) })
	// Several servers do this, each every fifteen seconds.
	for (const _ of [1, 2, 3]) await reschedule()
	expect(await dueIn()).toEqual({
		'at once': near(0),
		'at once, ahead': near(0),
		failed: near(20),
		'failed, ahead': near(20),
		'in a day': near(86_400),
		'in a day, ahead': near(86_400),
		'wanted again, ahead': near(0),
	})
})
