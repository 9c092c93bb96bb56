import { afterEach, expect, test } from 'vitest'
import { sendOneTimeTokenJob } from '#server/features/accounts/jobs.ts'
import { purgeExpiredJob } from '#server/features/upkeep/jobs.ts'
import { sql } from '#server/platform/db/sql.ts'
import { addJob } from '#server/platform/jobs/queue.ts'
import { useWorld } from '#test/world.ts'

const world = await useWorld()

afterEach(async () => {
	await world.database.query(sql`
		select graphile_worker.complete_jobs(array(select id from graphile_worker.jobs))`)
})

const waiting = () =>
	world.database.query(
		sql`select task_identifier, attempts, last_error from graphile_worker.jobs order by id`,
	)

test('a job is committed with its transaction, or not at all', async () => {
	await expect(
		world.database.asServer(async (tx) => {
			await addJob(tx, purgeExpiredJob, {})
			throw new Error('changed its mind')
		}),
	).rejects.toThrow('changed its mind')
	expect(await waiting()).toEqual([])
	await world.database.asServer((tx) => addJob(tx, purgeExpiredJob, {}))
	expect(await waiting()).toMatchObject([{ task_identifier: 'purge-expired', attempts: 0 }])
})

test('a job replaces a waiting job with the same key', async () => {
	const tokenId = '11111111-1111-4111-8111-111111111111'
	for (let sent = 0; sent < 2; sent += 1)
		await world.database.asServer((tx) => addJob(tx, sendOneTimeTokenJob, { tokenId }, { key: tokenId }))
	expect(await waiting()).toHaveLength(1)
})

test('a job with onceUnder is not added while one with the same key is waiting or running', async () => {
	const add = () => world.database.asServer((tx) => addJob(tx, purgeExpiredJob, {}, { onceUnder: 'purge' }))
	await add()
	await add()
	await world.database.query(sql`
		update graphile_worker._private_jobs set locked_by = 'a server', locked_at = now(), attempts = 1`)
	await add()
	// The job still has attempts left: if its server died now, another server would run it.
	expect(await waiting()).toMatchObject([{ attempts: 1 }])
	await world.database.query(sql`delete from graphile_worker._private_jobs`)
	await add()
	expect(await waiting()).toHaveLength(1)
})

test('a failed job is retried later, with its error recorded', async () => {
	await world.database.query(sql`
		select graphile_worker.add_job('send-receipt', payload := '{"purchaseId":"not an id"}'::json)`)
	await world.runJobs()
	// The queue records the error a moment after it releases the job.
	await expect
		.poll(waiting)
		.toMatchObject([
			{ task_identifier: 'send-receipt', attempts: 1, last_error: expect.stringContaining('purchaseId') },
		])
})
