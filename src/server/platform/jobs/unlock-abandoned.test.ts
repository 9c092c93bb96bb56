import pino from 'pino'
import { beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { purgeExpiredJob } from '#server/features/upkeep/jobs.ts'
import { sql } from '#server/platform/db/sql.ts'
import { createHeartbeat } from '#server/platform/jobs/heartbeat.ts'
import { addJob } from '#server/platform/jobs/queue.ts'
import { unlockAbandonedJobs } from '#server/platform/jobs/unlock-abandoned.ts'
import { compareWithProviderJob } from '#server/shop/jobs.ts'
import { enqueueSettlement } from '#server/shop/purchases.ts'
import { adminContextOf, runAdmin } from '#test/admin-cli.ts'
import { useWorld } from '#test/world.ts'

const world = await useWorld()

beforeEach(async () => {
	await world.database.query(sql`delete from graphile_worker._private_jobs`)
})

/** Adds an unfinished job that a server locked this many seconds ago. */
async function takenJob(server: string, secondsAgo: number): Promise<void> {
	await world.database.asServer((tx) => addJob(tx, purgeExpiredJob, {}))
	await world.database.query(sql`
		update graphile_worker._private_jobs
		set locked_by = ${server}, locked_at = now() - make_interval(secs => ${secondsAgo}), run_at = now() - interval '1 hour'`)
}

const holders = async () =>
	(await world.database.query(sql`select locked_by from graphile_worker.jobs`)).map(
		({ locked_by }) => locked_by,
	)

const livingServer = () => createHeartbeat({ pool: world.database.jobsPool, log: pino({ level: 'silent' }) })

test('a job whose server died is taken over immediately', async () => {
	await takenJob('dead server', 1)
	await world.runJobs()
	expect(await holders()).toEqual(['dead server'])
	await unlockAbandonedJobs(world.database)
	await world.runJobs()
	expect(await holders()).toEqual([])
})

test('if a server dies while running a job that was replaced, only the replacement runs', async () => {
	const add = () => world.database.asServer((tx) => addJob(tx, purgeExpiredJob, {}, { key: 'purge' }))
	await add()
	await world.database.query(sql`
		update graphile_worker._private_jobs
		set locked_by = 'dead server', locked_at = now() - interval '1 second', attempts = 1`)
	await add()
	expect(await holders()).toEqual(['dead server', null])
	await unlockAbandonedJobs(world.database)
	expect(await holders()).toEqual([null])
	await world.runJobs()
	expect(await holders()).toEqual([])
})

test('a replaced job of a dead server is deleted, even if the transaction that replaced it began before the job', async () => {
	const replace = { key: 'compare-with-provider' }
	await world.database.asServer((tx) => addJob(tx, compareWithProviderJob, {}, replace))
	await world.database.asServer(async (tx) => {
		await tx.query(sql`select`)
		await world.database.query(sql`
			update graphile_worker._private_jobs
			set locked_by = 'dead server', locked_at = clock_timestamp(), attempts = 1`)
		await addJob(tx, compareWithProviderJob, {}, replace)
	})
	expect(await holders()).toEqual(['dead server', null])
	await unlockAbandonedJobs(world.database)
	expect(await holders()).toEqual([null])
})

test('a server that died during a `settle-payment` job leaves no failed job, even if a second one was added meanwhile', async () => {
	await world.database.asServer((tx) => enqueueSettlement(tx, 'pi_unknown'))
	await world.database.asServer(async (tx) => {
		// This transaction began before the other server took the job.
		await tx.query(sql`select`)
		await world.database.query(sql`
			update graphile_worker._private_jobs
			set locked_by = 'dead server', locked_at = clock_timestamp(), attempts = 1`)
		await enqueueSettlement(tx, 'pi_unknown')
	})
	await unlockAbandonedJobs(world.database)
	const failed = await world.database.query(
		sql`select from graphile_worker.jobs where attempts >= max_attempts`,
	)
	expect(failed).toEqual([])
	expect(await holders()).toEqual([null, null])
	await world.database.query(sql`delete from graphile_worker._private_jobs`)
})

test('a job whose server died during the last attempt is kept for the owner to retry', async () => {
	await takenJob('dead server', 1)
	await world.database.query(
		sql`update graphile_worker._private_jobs set attempts = max_attempts, updated_at = locked_at`,
	)
	await unlockAbandonedJobs(world.database)
	expect(await holders()).toEqual([null])
	await world.runJobs()
	expect(await holders()).toEqual([null])
	expect(await runAdmin(adminContextOf(world), 'retry-jobs')).toEqual(['Retried: 1'])
	await world.runJobs()
	expect(await holders()).toEqual([])
})

test('a running job stays locked by its server until that server dies', async () => {
	const server = livingServer()
	await server.start('slow server')
	await takenJob('slow server', 60)
	await unlockAbandonedJobs(world.database)
	expect(await holders()).toEqual(['slow server'])
	server.stop()
	await expect
		.poll(async () => {
			await unlockAbandonedJobs(world.database)
			return await holders()
		})
		.toEqual([null])
})

test('a job locked for too long is unlocked, even if its server seems alive', async () => {
	const server = livingServer()
	await server.start('vanished server')
	await takenJob('vanished server', 301)
	await unlockAbandonedJobs(world.database)
	expect(await holders()).toEqual([null])
	server.stop()
})

test('a server sends heartbeats again after its connection has broken', async () => {
	const server = livingServer()
	await server.start('server on a bad line')
	const pid = () =>
		world.database.query(
			sql`
			select pid from pg_locks where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())`,
			z.object({ pid: z.number() }),
		)
	const [before] = await pid()
	await world.database.query(sql`select pg_terminate_backend(${before?.pid ?? 0}::integer)`)
	await expect.poll(async () => (await pid())[0]?.pid ?? before?.pid).not.toBe(before?.pid)
	server.stop()
})
