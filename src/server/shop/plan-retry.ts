import type { Database } from '#server/platform/db/database.ts'
import { count } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import { failedJobs } from '#server/platform/jobs/queue.ts'
import { recordAct } from '#server/shop/owner-acts.ts'
import type { Decided, Plan } from '#server/shop/plan.ts'
import { counted } from '#shared/wording.ts'

/** Plans to retry the jobs that failed permanently. */
export async function planRetry(
	{ database }: { database: Database },
	decided: Decided,
): Promise<Plan<{ retried: number }>> {
	const failed = await count(database, sql`select count(*)::integer as count from ${failedJobs} job`)
	if (failed === 0) return { will: [], act: async () => ({ retried: 0 }) }
	return {
		will: [
			`Retries ${counted(failed, 'job')} that failed permanently, which may email people. npm run audit lists ${failed === 1 ? 'it' : 'them'}.`,
		],
		act: async () => ({
			retried: await database.asServer(async (tx) => {
				const jobs = await count(
					tx,
					sql`
					select count(*)::integer as count from graphile_worker.reschedule_jobs(
						array(select id from ${failedJobs} job), run_at => now(), attempts => 0
					)`,
				)
				await recordAct(tx, { command: 'retry', ...decided, details: { jobs } })
				return jobs
			}),
		}),
	}
}
