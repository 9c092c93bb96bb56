import pg from 'pg'
import type { z } from 'zod'
import type { Caller } from '#server/platform/db/caller.ts'
import {
	isStatementCacheError,
	isStatementCacheFull,
	statementName,
} from '#server/platform/db/prepared-statements.ts'
import { openReplica } from '#server/platform/db/replica.ts'
import type { Sql } from '#server/platform/db/sql.ts'

export interface Row {
	[column: string]: unknown
}

/** One open transaction. Ends with the function it was handed to: commit on return, rollback on throw. */
export interface Transaction {
	/** Runs one statement and returns its rows. With a schema, throws if a row does not match it. */
	query<R extends Row = Row>(statement: Sql, row?: z.ZodType<R>): Promise<R[]>
	/** Runs one statement and returns how many rows it touched. */
	execute(statement: Sql): Promise<number>
}

export interface Database {
	/**
	 * Runs a transaction in the caller's name, under row level security. Checks a signed-in caller's session first: a token whose
	 * session is over fails with SQLSTATE `HS001`. Work that is `readOnly` may run twice (see `retryUnprepared`).
	 */
	asCaller<T>(
		caller: Caller,
		work: (tx: Transaction) => Promise<T>,
		options?: { readOnly?: boolean },
	): Promise<T>
	/**
	 * Runs one statement in its own read-only transaction. For users it checks the session as `asCaller` does, in a single round
	 * trip; for the service role it runs under the jobs role, in several. What `mayLag`, because anybody may read it, may come from the
	 * replica.
	 */
	readAs<R extends Row = Row>(caller: Caller, statement: Sql, options?: { mayLag?: boolean }): Promise<R[]>
	/**
	 * Runs one read-only statement as any signed-in user, without claims: for a function of the database that takes on the claims of several
	 * callers in turn, and checks each session itself.
	 */
	readForSeveral<R extends Row = Row>(statement: Sql): Promise<R[]>
	/** Checks a signed-in caller's session as `asCaller` does, if nothing needs to be read in their name. */
	requireSession(caller: SignedIn): Promise<void>
	/** Runs a transaction under the jobs role, with the grants of `shop_jobs`. */
	asServer<T>(work: (tx: Transaction) => Promise<T>): Promise<T>
	/** Runs one statement under the jobs role, in its own transaction. With a schema, throws if a row does not match it. */
	query<R extends Row = Row>(statement: Sql, row?: z.ZodType<R>): Promise<R[]>
	/** The pool of the jobs role, for libraries with their own SQL: the queue and the rate limits. */
	readonly jobsPool: pg.Pool
	/** The pools by name, to be counted. */
	readonly pools: Readonly<
		Record<string, Pick<pg.Pool, 'totalCount' | 'idleCount' | 'waitingCount' | 'options'>>
	>
	close(): Promise<void>
}

type SignedIn = Extract<Caller, { role: 'authenticated' }>

interface DatabaseOptions {
	/** Connection string of the API role, which can only become `anon` or `authenticated`. */
	apiUrl: string
	/** Connection string of the jobs role. */
	jobsUrl: string
	/** Connection string of the API role at a read replica, if there is one. */
	replicaUrl?: string | undefined
	/** Called when the replica begins to be used, and when it no longer is, with the reason. */
	onReplica?: (isUsed: boolean, reason: string) => void
	/** Receives the errors of lost connections; the pool replaces them by itself. */
	onError: (error: Error) => void
	/** How many processes of this server share its connections; 1 by default. */
	workers?: number
	/** Whether this one runs the jobs; true by default. */
	runsJobs?: boolean
}

/** The most connections of a server for requests, by login. Its workers share them, but each has a few. */
const requestConnections = { api: 10, jobs: 6 }
const fewestConnections = 4
/** Four jobs at a time, the heartbeat, and waiting for new jobs. */
const queueConnections = 6

// Sums, counts and `numeric` prices become numbers: prices have two decimals and are far below 2^53.
const types = new pg.TypeOverrides()
types.setTypeParser(pg.types.builtins.INT8, Number)
types.setTypeParser(pg.types.builtins.NUMERIC, Number)

const common = { types, connectionTimeoutMillis: 3_000, idleTimeoutMillis: 60_000, keepAlive: true }

/**
 * Opens the two pools. They connect on first use. PostgreSQL cancels slow statements itself; the slightly longer client timeout
 * is for a PostgreSQL that hangs.
 */
export function openDatabase({
	apiUrl,
	jobsUrl,
	replicaUrl,
	onReplica = () => {},
	onError,
	workers = 1,
	runsJobs = true,
}: DatabaseOptions): Database {
	const shareOf = (all: number) => Math.max(fewestConnections, Math.ceil(all / workers))
	const ofApi = {
		...common,
		max: shareOf(requestConnections.api),
		pipeline: true,
		statement_timeout: 3_000,
		query_timeout: 4_000,
		lock_timeout: 2_000,
		idle_in_transaction_session_timeout: 5_000,
		application_name: 'headstart api',
	}
	const apiPool = new pg.Pool({ ...ofApi, connectionString: apiUrl })
	const replicaPool =
		replicaUrl === undefined ? undefined : new pg.Pool({ ...ofApi, connectionString: replicaUrl })
	const jobsPool = new pg.Pool({
		...common,
		connectionString: jobsUrl,
		max: shareOf(requestConnections.jobs) + (runsJobs ? queueConnections : 0),
		statement_timeout: 30_000,
		query_timeout: 31_000,
		lock_timeout: 10_000,
		idle_in_transaction_session_timeout: 15_000,
		application_name: 'headstart jobs',
	})
	for (const pool of [apiPool, jobsPool, ...(replicaPool === undefined ? [] : [replicaPool])]) {
		pool.on('error', onError)
		// The pool does not report connections that break while in use.
		pool.on('connect', (client) => client.on('error', onError))
	}

	const replica = replicaPool && openReplica({ pool: replicaPool, mainPool: apiPool, onChange: onReplica })

	async function asServer<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
		return await inTransaction(jobsPool, serverWrites, work)
	}
	return {
		asServer,
		asCaller: (caller, work, { readOnly = false } = {}) =>
			caller.role === 'service'
				? asServer(work)
				: retryUnprepared(openAs(caller, readOnly), (opening) => inTransaction(apiPool, opening, work)),
		readAs: <R extends Row>(caller: Caller, statement: Sql, { mayLag = false } = {}) => {
			if (caller.role === 'service')
				return inTransaction(jobsPool, serverReads, (tx) => tx.query<R>(statement))
			const readFrom = (pool: pg.Pool) =>
				retryUnprepared(openAs(caller, true), (opening) => readInOneRoundTrip<R>(pool, opening, statement))
			return mayLag && replica !== undefined ? replica.read(readFrom) : readFrom(apiPool)
		},
		readForSeveral: <R extends Row>(statement: Sql) =>
			retryUnprepared(asSeveral, (opening) => readInOneRoundTrip<R>(apiPool, opening, statement)),
		requireSession: (caller) => checkSession(apiPool, caller),
		query: async <R extends Row>(statement: Sql, row?: z.ZodType<R>) => {
			const result = await jobsPool.query<R>(statement.text, [...statement.values])
			return parseRows(result, row)
		},
		jobsPool,
		pools: { api: apiPool, jobs: jobsPool, ...(replicaPool === undefined ? {} : { replica: replicaPool }) },
		close: async () => {
			replica?.close()
			await Promise.all([apiPool.end(), jobsPool.end(), replicaPool?.end()])
		},
	}
}

interface Opening {
	role: 'anon' | 'authenticated' | 'server'
	open: string
	/** False if there is nothing to commit: a pipelined connection runs the next user's statements after the commit anyway. */
	awaitsCommit: boolean
	/** Whether to use prepared statements: only if running them again is harmless (see `retryUnprepared`). */
	prepares: boolean
}

const serverWrites: Opening = { role: 'server', open: 'begin', awaitsCommit: true, prepares: false }
const asSeveral: Opening = {
	role: 'authenticated',
	open: "begin read only; set local timezone = 'UTC'; set local role authenticated",
	awaitsCommit: false,
	prepares: true,
}
const serverReads: Opening = { ...serverWrites, open: 'begin read only' }

/** Opens a transaction and becomes the caller in one round trip: a simple query takes several statements, but no parameters. */
export function openAs(caller: Exclude<Caller, { role: 'service' }>, readOnly: boolean): Opening {
	const { role } = caller
	const as = { role, awaitsCommit: !readOnly, prepares: readOnly }
	const begin = `${readOnly ? 'begin read only' : 'begin'}; set local timezone = 'UTC'; set local role ${role}`
	return { ...as, open: role === 'anon' ? begin : `${begin}; ${sessionCheck(caller)}` }
}

function sessionCheck({ claims }: SignedIn): string {
	const literal = pg.escapeLiteral(JSON.stringify(claims))
	return `set local request.jwt.claims = ${literal}; select auth.require_live_session()`
}

/** Sends the check as one query: PostgreSQL runs its statements in one implicit transaction, so `set local` ends with it. */
async function checkSession(pool: pg.Pool, caller: SignedIn): Promise<void> {
	const client = await pool.connect()
	let broken = false
	try {
		await client.query(`set local role authenticated; ${sessionCheck(caller)}`)
	} catch (error) {
		broken = isUnusable(error)
		throw error
	} finally {
		client.release(broken)
	}
}

/**
 * Retries without prepared statements, on another connection, if one of them caused the error: it may be gone from its
 * connection, for which the caller is not to blame. This is safe because the work only reads.
 */
async function retryUnprepared<T>(opening: Opening, ask: (opening: Opening) => Promise<T>): Promise<T> {
	try {
		return await ask(opening)
	} catch (error) {
		if (!opening.prepares || !isStatementCacheError(error)) throw error
		return await ask({ ...opening, prepares: false })
	}
}

async function inTransaction<T>(
	pool: pg.Pool,
	opening: Opening,
	work: (tx: Transaction) => Promise<T>,
): Promise<T> {
	const client = await pool.connect()
	let broken = false
	try {
		const tx: Transaction = {
			query: async <R extends Row>(statement: Sql, row?: z.ZodType<R>) =>
				parseRows(await run<R>(client, opening, statement), row),
			execute: async (statement) => (await run(client, opening, statement)).rowCount ?? 0,
		}
		// Sent together with the first statement: on a pipelined connection both share a round trip. If opening fails, PostgreSQL
		// aborts the transaction and every later statement fails too; its error is the first.
		const [opened, working] = sendTogether(
			client,
			() => [client.query(opening.open), startWork(work, tx)] as const,
		)
		opened.catch(() => {})
		try {
			const result = await working
			await opened
			const committed = client.query('commit')
			if (!opening.awaitsCommit) committed.catch(() => {})
			// If a statement has failed, PostgreSQL answers the commit with a rollback, without an error.
			else if ((await committed).command !== 'COMMIT') throw new Error('a failed statement was ignored')
			return result
		} catch (error) {
			// A connection that no longer answers is discarded, and its transaction with it.
			broken = isUnusable(error)
			if (!broken)
				await client.query('rollback').catch(() => {
					broken = true
				})
			await opened
			throw error
		}
	} finally {
		client.release(broken || isStatementCacheFull(client))
	}
}

/** Like `inTransaction`, but sends the commit along. If a statement fails, PostgreSQL treats it as a rollback. */
async function readInOneRoundTrip<R extends Row>(
	pool: pg.Pool,
	opening: Opening,
	statement: Sql,
): Promise<R[]> {
	const client = await pool.connect()
	let broken = false
	try {
		const [opened, answered, committed] = sendTogether(
			client,
			() => [client.query(opening.open), run<R>(client, opening, statement), client.query('commit')] as const,
		)
		for (const one of [answered, committed]) one.catch(() => {})
		await opened
		return (await answered).rows
	} catch (error) {
		broken = isUnusable(error)
		throw error
	} finally {
		client.release(broken || isStatementCacheFull(client))
	}
}

/**
 * Sends everything that `send` queues in one write to the socket, as each write is expensive. The only place that uses the
 * driver's own stream; `send-together.test.ts` fails if the driver no longer has one that can be corked.
 */
export function sendTogether<T>(client: Pick<pg.Client, 'connection'>, send: () => T): T {
	const { stream } = client.connection
	stream.cork()
	try {
		return send()
	} finally {
		stream.uncork()
	}
}

async function startWork<T>(work: (tx: Transaction) => Promise<T>, tx: Transaction): Promise<T> {
	return await work(tx)
}

/** Says whether to discard a connection. The text is the driver's own, for a query that timed out without an answer. */
function isUnusable(error: unknown): boolean {
	return isStatementCacheError(error) || (error instanceof Error && error.message === 'Query read timeout')
}

/** Returns the rows of a result, parsed if there is a schema for them. */
export function parseRows<R extends Row>({ rows }: pg.QueryResult<R>, row: z.ZodType<R> | undefined): R[] {
	return row === undefined ? rows : rows.map((unchecked) => row.parse(unchecked))
}

async function run<R extends Row>(
	client: pg.PoolClient,
	{ role, prepares }: Opening,
	{ text, values }: Sql,
): Promise<pg.QueryResult<R>> {
	const name = prepares ? statementName(client, role, text) : undefined
	return await client.query<R>({ text, values: [...values], ...(name === undefined ? {} : { name }) })
}
