import { queuedJobs } from '#server/platform/jobs/queue.ts'
import { runStatement } from '#test/run-statement.ts'

/**
 * Returns what a backup must bring back: every row, and each table's constraints, indexes, triggers and forced row level
 * security.
 */
export async function contentOf(superuserUrl: string) {
	const tables = await runStatement(
		superuserUrl,
		`select c.oid::regclass::text as name, c.relforcerowsecurity as forced,
			array(select tgname || tgenabled::text from pg_trigger t where t.tgrelid = c.oid and not tgisinternal order by 1) as triggers,
			array(select conname || ' ' || pg_get_constraintdef(k.oid) from pg_constraint k where k.conrelid = c.oid order by 1) as constraints,
			array(select pg_get_indexdef(i.indexrelid) from pg_index i where i.indrelid = c.oid order by 1) as indexes
		from pg_class c join pg_namespace n on n.oid = c.relnamespace
		where c.relkind = 'r' and n.nspname in ('auth', 'public', 'shop', 'storage') and c.relname <> 'live_site' order by 1`,
	)
	// One statement, because a connection for each of the eighty tables would take seconds of processor time.
	const rowsOf = (name: unknown) => `array(select t::text from ${name} t order by 1) as "${name}"`
	const [rows = {}] = await runStatement(
		superuserUrl,
		`select ${tables.map(({ name }) => rowsOf(name)).join(', ')}`,
	)
	return { tables, rows }
}

/** Returns the jobs in the queue. */
export function waitingJobs(url: string): Promise<Record<string, unknown>[]> {
	return runStatement(
		url,
		`select name, payload, key, run_at, max_attempts, flags from ${queuedJobs.text} job order by name, payload::text`,
	)
}
