import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { sql } from '#server/platform/db/sql.ts'
import { addJob, queuedJobs } from '#server/platform/jobs/queue.ts'
import { handlePaymentEventJob } from '#server/shop/jobs.ts'
import { useWorld } from '#test/world.ts'

const world = await useWorld()

const jobs = () =>
	world.database.query(sql`select name, payload, has_attempts_left, is_waiting from ${queuedJobs} job`)

test('graphile-worker’s private tables have the columns that the shop reads', async () => {
	await world.database.asServer((tx) => addJob(tx, handlePaymentEventJob, { eventId: 'evt_1' }))
	const job = { name: 'handle-payment-event', payload: { eventId: 'evt_1' } }
	expect(await jobs()).toEqual([{ ...job, has_attempts_left: true, is_waiting: true }])
	await world.database.query(sql`
		update graphile_worker._private_jobs set attempts = max_attempts, locked_at = now(), locked_by = 'a server'`)
	expect(await jobs()).toEqual([{ ...job, has_attempts_left: false, is_waiting: false }])
})

test('no other file of the server reads the private tables', async () => {
	const server = join(import.meta.dirname, '../..')
	const files = (await readdir(server, { recursive: true })).filter(
		(name) => name.endsWith('.ts') && !name.endsWith('.test.ts'),
	)
	const readers = []
	for (const name of files)
		if ((await readFile(join(server, name), 'utf8')).includes('_private_')) readers.push(name)
	expect(readers).toEqual([join('platform', 'jobs', 'queue.ts')])
})
