import pg from 'pg'
import { addedWithKey, queuedJobs } from '#server/platform/jobs/queue.ts'

/**
 * The section of a backup that contains the waiting jobs. They are restored by adding them to the queue, because the queue's
 * tables are private to its library.
 */
export const jobsSection = 'pg_temp.backed_up_jobs'

export const jobColumns = ['name', 'payload', 'key', 'run_at', 'max_attempts', 'flags']

const columns = 'name text, payload json, key text, run_at timestamptz, max_attempts integer, flags jsonb'

/** Makes an empty temporary table for this section. */
export async function makeJobsTable(client: pg.Client): Promise<void> {
	await client.query(`create temp table backed_up_jobs (${columns})`)
}

/**
 * Makes the temporary table and fills it with the jobs in the queue. `client` must be connected with the jobs login, which can
 * see the jobs.
 */
export async function collectJobs(client: pg.Client): Promise<void> {
	await makeJobsTable(client)
	await client.query(
		`insert into backed_up_jobs select name, payload, key, run_at, max_attempts, flags from ${queuedJobs.text} job
		where has_attempts_left or key is not null or not coalesce(flags ? $1, false)`,
		[addedWithKey],
	)
}

/** Adds the collected jobs to the queue again, with their full number of attempts. Returns how many there were. */
export async function addCollectedJobs(from: pg.Client, jobsUrl: string): Promise<number> {
	const { rows } = await from.query('select row_to_json(job) as job from backed_up_jobs job')
	const queue = new pg.Client({ connectionString: jobsUrl })
	// Ignored, because the next statement reports a broken connection too.
	queue.on('error', () => {})
	await queue.connect()
	try {
		await queue.query(
			`select graphile_worker.add_job(
				name, payload := payload, job_key := key, run_at := run_at, max_attempts := max_attempts,
				flags := array(select jsonb_object_keys(flags))
			) from json_to_recordset($1) as job (${columns})`,
			[JSON.stringify(rows.map(({ job }) => job))],
		)
	} finally {
		await queue.end()
	}
	return rows.length
}
