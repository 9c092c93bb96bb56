import { Logger as QueueLogger, runOnce } from 'graphile-worker'
import type { System } from '#server/boot/system.ts'
import type { Database } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { taskListOf } from '#server/platform/jobs/worker.ts'

const quietQueue = new QueueLogger(() => () => {})

/** Runs every job that is due, and the jobs those add. */
export async function runDueJobs({
	database,
	jobs,
	failures,
}: Pick<System, 'database' | 'jobs' | 'failures'>): Promise<void> {
	await runOnce({
		pgPool: database.jobsPool,
		taskList: taskListOf(jobs, failures),
		noPreparedStatements: true,
		logger: quietQueue,
	})
	await untilPutAway(database)
}

/** Waits until the queue has removed the last rows of a run. It does so a moment after it has reported that the run has ended. */
async function untilPutAway(database: Database): Promise<void> {
	const deadline = performance.now() + 5_000
	while (performance.now() < deadline) {
		const held = await database.query(
			sql`select from graphile_worker._private_jobs where starts_with(locked_by, 'otpool-')`,
		)
		if (held.length === 0) return
		await new Promise((resolve) => setTimeout(resolve, 10))
	}
}
