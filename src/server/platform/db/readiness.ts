import pg from 'pg'
import { cached } from '#server/platform/cached.ts'
import type { Database } from '#server/platform/db/database.ts'
import type { Logins } from '#server/platform/db/logins.ts'
import { sql } from '#server/platform/db/sql.ts'

interface ReadinessOptions {
	database: Pick<Database, 'query'>
	logins: Logins
}

const longestMs = 3_000

/**
 * Makes the function that checks whether the database is ready. It rejects with the reason if the database does not answer,
 * refuses new connections of one of the two logins, or cannot write. Concurrent calls share one check, and the expensive part
 * of a check runs at most every few seconds.
 */
export function createReadiness({ database, logins }: ReadinessOptions): () => Promise<void> {
	let current: Promise<void> | undefined
	const requireLogins = cached(tryLogins)

	return () => {
		current ??= look().finally(() => {
			current = undefined
		})
		return current
	}

	async function look(): Promise<void> {
		await database.query(sql`select 1`)
		await requireLogins()
	}

	/** Opens a new connection for each login, because existing connections survive a changed password. */
	async function tryLogins(): Promise<void> {
		await Promise.all([
			withNewConnection(logins.apiUrl, (client) => client.query('set role anon')),
			withNewConnection(logins.jobsUrl, requireWrites),
		])
	}
}

/**
 * Checks that PostgreSQL can write. A small write may still fit on a full disk, so this also sorts more than fits into memory,
 * which needs a new file.
 */
async function requireWrites(jobs: pg.Client): Promise<void> {
	await jobs.query(`
		begin;
		set local work_mem = '64kB';
		select from (select md5(n::text) from generate_series(1, 4000) n order by 1 offset 3999) sorted;
		insert into shop.write_checks default values;
		delete from shop.write_checks;
		commit`)
}

async function withNewConnection(url: string, use: (client: pg.Client) => Promise<unknown>): Promise<void> {
	const client = new pg.Client({
		connectionString: url,
		connectionTimeoutMillis: longestMs,
		query_timeout: longestMs,
		statement_timeout: longestMs,
		application_name: 'headstart readiness',
	})
	client.on('error', () => {})
	try {
		await client.connect()
		await use(client)
	} finally {
		// Not awaited: a hanging server would not answer this either.
		void client.end().catch(() => {})
	}
}
