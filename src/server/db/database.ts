import pg from 'pg'
import type { Caller } from '#server/db/caller.ts'
import type { Sql } from '#server/db/sql.ts'

export interface Row {
	[column: string]: unknown
}

/** One open transaction. Ends with the function it was handed to: commit on return, rollback on throw. */
export interface Transaction {
	/** Runs one statement and returns its rows. */
	query<R extends Row = Row>(statement: Sql): Promise<R[]>
	/** Runs one statement and returns how many rows it touched. */
	execute(statement: Sql): Promise<number>
}

export interface Database {
	/**
	 * One transaction in the caller's name, under row level security. A signed-in caller's session is checked first, so a
	 * token that outlived its session fails with SQLSTATE `HS001`.
	 */
	asCaller<T>(
		caller: Caller,
		work: (tx: Transaction) => Promise<T>,
		options?: { readOnly?: boolean },
	): Promise<T>
	/** One transaction of the server's own work, under the grants of `shop_jobs`. */
	asServer<T>(work: (tx: Transaction) => Promise<T>): Promise<T>
	/** One statement of the server's own work, in a transaction of its own. */
	query<R extends Row = Row>(statement: Sql): Promise<R[]>
	/** The pool of the server's own login, for libraries that bring their own SQL: the queue and the rate limits. */
	readonly jobsPool: pg.Pool
	close(): Promise<void>
}

interface DatabaseOptions {
	/** Connection string of the login that can only become `anon` or `authenticated`. */
	apiUrl: string
	/** Connection string of the login that does the server's own work. */
	jobsUrl: string
	/** Told of connections lost while idle; the pool replaces them by itself. */
	onError: (error: Error) => void
}

// Dates travel as the wire has them; sums and counts as numbers; `numeric` prices too (two decimals, far below 2^53).
const types = new pg.TypeOverrides()
types.setTypeParser(pg.types.builtins.INT8, Number)
types.setTypeParser(pg.types.builtins.NUMERIC, Number)

const common = { types, connectionTimeoutMillis: 3_000, idleTimeoutMillis: 60_000, keepAlive: true }

/**
 * Opens the two pools. Nothing connects until it is asked something. PostgreSQL itself ends what takes too long; a moment
 * later the query's own time is up, for a PostgreSQL that hangs and ends nothing.
 */
export function openDatabase({ apiUrl, jobsUrl, onError }: DatabaseOptions): Database {
	const apiPool = new pg.Pool({
		...common,
		connectionString: apiUrl,
		max: 10,
		pipeline: true,
		statement_timeout: 3_000,
		query_timeout: 4_000,
		lock_timeout: 2_000,
		idle_in_transaction_session_timeout: 5_000,
		application_name: 'headstart api',
	})
	const jobsPool = new pg.Pool({
		...common,
		connectionString: jobsUrl,
		max: 12,
		statement_timeout: 30_000,
		query_timeout: 31_000,
		lock_timeout: 10_000,
		idle_in_transaction_session_timeout: 15_000,
		application_name: 'headstart jobs',
	})
	for (const pool of [apiPool, jobsPool]) {
		pool.on('error', onError)
		// A connection that breaks while it is lent out tells its own listeners only.
		pool.on('connect', (client) => client.on('error', onError))
	}

	async function asServer<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
		return await inTransaction(jobsPool, { open: 'begin', readOnly: false }, work)
	}
	return {
		asServer,
		asCaller: (caller, work, options) =>
			caller.role === 'service'
				? asServer(work)
				: inTransaction(
						apiPool,
						{ open: openAs(caller, options?.readOnly ?? false), readOnly: options?.readOnly ?? false },
						work,
					),
		query: async <R extends Row>(statement: Sql) => {
			const result = await jobsPool.query<R>(statement.text, [...statement.values])
			return result.rows
		},
		jobsPool,
		close: async () => {
			await Promise.all([apiPool.end(), jobsPool.end()])
		},
	}
}

/** Opens a transaction and becomes the caller in one round trip: a simple query takes several statements, but no parameters. */
function openAs(caller: Exclude<Caller, { role: 'service' }>, readOnly: boolean): string {
	const begin = `${readOnly ? 'begin read only' : 'begin'}; set local timezone = 'UTC'`
	if (caller.role === 'anon') return `${begin}; set local role anon`
	const claims = pg.escapeLiteral(JSON.stringify(caller.claims))
	return `${begin}; set local role authenticated; select set_config('request.jwt.claims', ${claims}, true); select auth.require_live_session()`
}

interface Opening {
	open: string
	/** Nothing to commit, so nobody waits for it: the next user of a pipelined connection comes after it anyway. */
	readOnly: boolean
}

async function inTransaction<T>(
	pool: pg.Pool,
	{ open, readOnly }: Opening,
	work: (tx: Transaction) => Promise<T>,
): Promise<T> {
	const client = await pool.connect()
	let broken = false
	try {
		// Sent ahead of the first statement without waiting: on a pipelined connection both share a round trip. If it
		// fails, PostgreSQL has aborted the transaction and every statement after it fails too; its error is the first.
		const opened = client.query(open)
		opened.catch(() => {})
		const tx: Transaction = {
			query: async <R extends Row>(statement: Sql) => (await run<R>(client, statement)).rows,
			execute: async (statement) => (await run(client, statement)).rowCount ?? 0,
		}
		try {
			const result = await work(tx)
			await opened
			const committed = client.query('commit')
			if (readOnly) committed.catch(() => {})
			// PostgreSQL answers the commit of a transaction in which a statement failed by rolling back, without an error.
			else if ((await committed).command !== 'COMMIT') throw new Error('a failed statement was passed over')
			return result
		} catch (error) {
			// Nothing can be rolled back where nobody answers; the connection is thrown away, and the transaction with it.
			broken = isHanging(error)
			if (!broken)
				await client.query('rollback').catch(() => {
					broken = true
				})
			await opened
			throw error
		}
	} finally {
		client.release(broken)
	}
}

/** The driver's own words for a query whose time was up before PostgreSQL answered. */
function isHanging(error: unknown): boolean {
	return error instanceof Error && error.message === 'Query read timeout'
}

async function run<R extends Row>(client: pg.PoolClient, statement: Sql): Promise<pg.QueryResult<R>> {
	return await client.query<R>(statement.text, [...statement.values])
}
