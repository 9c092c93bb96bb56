import { setTimeout as pause } from 'node:timers/promises'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { purgeExpiredJob } from '#server/features/upkeep/jobs.ts'
import { sql } from '#server/platform/db/sql.ts'
import { handleJob } from '#server/platform/jobs/define-job.ts'
import { addJob } from '#server/platform/jobs/queue.ts'
import { startWorker } from '#server/platform/jobs/worker.ts'
import { createWorld } from '#test/world.ts'

test('the queue still takes jobs if its connections break again during its restart', async () => {
	const world = await createWorld()
	const { database } = world
	const purged = Promise.withResolvers<void>()
	const purge = handleJob(purgeExpiredJob, async () => purged.resolve())
	const jobs = [...world.jobs.filter(({ job }) => job.name !== purgeExpiredJob.name), purge]
	const worker = await startWorker({
		database,
		jobs,
		failures: world.failures,
		log: pino({ level: 'silent' }),
	})
	try {
		// The queue restarts after a second. Its connections break again while it restarts.
		for (let until = Date.now() + 4_000; Date.now() < until; ) {
			await database
				.query(sql`
					select pg_terminate_backend(pid) from pg_stat_activity
					where datname = current_database() and usename = current_user and pid <> pg_backend_pid()`)
				.catch(() => undefined)
			await pause(10)
		}
		await expect
			.poll(() =>
				database
					.asServer((tx) => addJob(tx, purgeExpiredJob, {}))
					.then(
						() => true,
						() => false,
					),
			)
			.toBe(true)
		const late = pause(60_000, 'not taken', { ref: false })
		expect(await Promise.race([purged.promise.then(() => 'taken'), late])).toBe('taken')
	} finally {
		await worker.stop()
		await world.close()
	}
})
