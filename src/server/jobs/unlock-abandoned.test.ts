import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '#server/db/sql.ts'
import { addJob } from '#server/jobs/queue.ts'
import { unlockAbandonedJobs } from '#server/jobs/unlock-abandoned.ts'
import { createWorld, type World } from '#test/world.ts'

let world: World
beforeAll(async () => {
	world = await createWorld()
})
afterAll(async () => await world.close())

/** A job as a server leaves it that was killed while at work on it. */
async function abandonedJob(): Promise<void> {
	await world.database.asServer((tx) => addJob(tx, 'purge-expired', {}))
	await world.database.query(sql`
		select graphile_worker.reschedule_jobs(array(select id from graphile_worker.jobs), now() - interval '1 hour')`)
	await world.database.query(sql`
		update graphile_worker._private_jobs set locked_by = 'a dead server', locked_at = now() - interval '6 minutes'`)
}

const waiting = () => world.database.query(sql`select locked_by from graphile_worker.jobs`)

test('a job whose server died is done by the next one', async () => {
	await abandonedJob()
	await world.runJobs()
	expect(await waiting()).toEqual([{ locked_by: 'a dead server' }])
	await unlockAbandonedJobs(world.database, 300)
	await world.runJobs()
	expect(await waiting()).toEqual([])
})

test('a job that another server may still be doing is left to it', async () => {
	await abandonedJob()
	await unlockAbandonedJobs(world.database, 3600)
	expect(await waiting()).toEqual([{ locked_by: 'a dead server' }])
})
