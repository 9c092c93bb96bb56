import pg from 'pg'
import type { z } from 'zod'
import { openReplica } from '#server/platform/db/replica.ts'
import type { Sql } from '#server/platform/db/sql.ts'
import type { Caller } from '#server/platform/db/transaction.ts'
import {
	asSeveral,
	checkSession,
	inTransaction,
	openAs,
	parseRows,
	type Row,
	readInOneRoundTrip,
	retryUnprepared,
	type SignedIn,
	serverReads,
	serverRepeats,
	serverWrites,
	type Transaction,
} from '#server/platform/db/transaction.ts'

export type { Row, Transaction } from '#server/platform/db/transaction.ts'

export interface Database {
	/**
	 * Runs a transaction as the caller, under row level security. Checks a signed-in caller's session first: a token whose
	 * session is over fails with SQLSTATE `HS001`. Work that is `readOnly` may run twice (see `retryUnprepared`).
	 */
	asCaller<T>(
		caller: Caller,
		work: (tx: Transaction) => Promise<T>,
		options?: { readOnly?: boolean },
	): Promise<T>
	/**
	 * Runs one statement in its own read-only transaction. A user's session is checked as in `asCaller`, in the same round trip.
	 * For the service role, the statement runs under the jobs role. With `mayLag` the replica may answer, with data that can be a
	 * few seconds old. Set it only for data that anybody may read. With a schema, throws if a row does not match it.
	 */
	readAs<R extends Row = Row>(
		caller: Caller,
		statement: Sql,
		options?: { row?: z.ZodType<R> | undefined; mayLag?: boolean },
	): Promise<R[]>
	/**
	 * Runs one read-only statement as any signed-in user, without claims. It is for a database function that takes on the claims
	 * of several callers in turn, and checks each session itself. With a schema, throws if a row does not match it.
	 */
	readForSeveral<R extends Row = Row>(statement: Sql, row?: z.ZodType<R>): Promise<R[]>
	/** Checks a signed-in caller's session as `asCaller` does, for requests that run no statement as the caller. */
	requireSession(caller: SignedIn): Promise<void>
	/**
	 * Runs a transaction under the jobs role, with the grants of `shop_jobs`. With `mayRepeat` it uses prepared statements, and
	 * may therefore run twice (see `retryUnprepared`). Such work must do nothing outside its transaction.
	 */
	asServer<T>(work: (tx: Transaction) => Promise<T>, options?: { mayRepeat?: boolean }): Promise<T>
	/** Runs one statement under the jobs role, in its own transaction. With a schema, throws if a row does not match it. */
	query<R extends Row = Row>(statement: Sql, row?: z.ZodType<R>): Promise<R[]>
	/** The pool of the jobs role, for libraries with their own SQL: the queue and the rate limits. */
	readonly jobsPool: pg.Pool
	/** The pools by name, for metrics. */
	readonly pools: Readonly<
		Record<string, Pick<pg.Pool, 'totalCount' | 'idleCount' | 'waitingCount' | 'options'>>
	>
	close(): Promise<void>
}

interface DatabaseOptions {
	/** Connection string of the API role, which can only become `anon` or `authenticated`. */
	apiUrl: string
	/** Connection string of the jobs role. */
	jobsUrl: string
	/** Connection string of the API role at a read replica, if there is one. */
	replicaUrl?: string | undefined
	/** Called with the reason when the shop begins to use the replica, and when it stops using it. */
	onReplica?: (isUsed: boolean, reason: string) => void
	/** Receives the errors of lost connections; the pool replaces them by itself. */
	onError: (error: Error) => void
	/** How many processes of this server share its connections; 1 by default. */
	workers?: number
	/** Whether this process runs the jobs; true by default. */
	runsJobs?: boolean
}

/**
 * The most connections that a server opens for requests, for each login. They are divided among its workers, each of which may
 * open at least `fewestConnections`.
 */
const requestConnections = { api: 10, jobs: 6 }
const fewestConnections = 4
/** One for each of four concurrent jobs, one for the heartbeat, and one that waits for new jobs. */
const queueConnections = 6

// Sums, counts and `numeric` prices become numbers: prices have two decimals and are far below 2^53.
const types = new pg.TypeOverrides()
types.setTypeParser(pg.types.builtins.INT8, Number)
types.setTypeParser(pg.types.builtins.NUMERIC, Number)

const common = { types, connectionTimeoutMillis: 3_000, idleTimeoutMillis: 60_000, keepAlive: true }

/**
 * Opens the pools. They connect on first use. PostgreSQL cancels slow statements itself; the slightly longer client timeout
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
		pipeline: true,
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

	async function asServer<T>(work: (tx: Transaction) => Promise<T>, { mayRepeat = false } = {}): Promise<T> {
		if (!mayRepeat) return await inTransaction(jobsPool, serverWrites, work)
		return await retryUnprepared(serverRepeats, (opening) => inTransaction(jobsPool, opening, work))
	}
	return {
		asServer,
		asCaller: (caller, work, { readOnly = false } = {}) =>
			caller.role === 'service'
				? asServer(work)
				: retryUnprepared(openAs(caller, readOnly), (opening) => inTransaction(apiPool, opening, work)),
		readAs: (caller, statement, { row, mayLag = false } = {}) => {
			const as = caller.role === 'service' ? serverReads : openAs(caller, true)
			const readFrom = (pool: pg.Pool) =>
				retryUnprepared(as, (opening) => readInOneRoundTrip(pool, opening, statement, row))
			if (caller.role === 'service') return readFrom(jobsPool)
			return mayLag && replica !== undefined ? replica.read(readFrom) : readFrom(apiPool)
		},
		readForSeveral: (statement, row) =>
			retryUnprepared(asSeveral, (opening) => readInOneRoundTrip(apiPool, opening, statement, row)),
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
