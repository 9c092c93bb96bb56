import pg from 'pg'
import type { z } from 'zod'
import {
	isStatementCacheError,
	isStatementCacheFull,
	statementName,
} from '#server/platform/db/prepared-statements.ts'
import { openingSteps, sendRead } from '#server/platform/db/send-read.ts'
import type { Sql } from '#server/platform/db/sql.ts'

/** The claims of a verified access token that the database sees. Their names are those of the reference server. */
export interface AccessClaims {
	/** The user's id, a UUID. */
	sub: string
	session_id: string
	role: 'authenticated'
	aal: 'aal1' | 'aal2'
	email: string
	/** The expiry, in unix seconds. */
	exp: number
}

/** The caller of a request. `service` is the service role: it uses the jobs role, never the API role. */
export type Caller =
	| { readonly role: 'anon' }
	| { readonly role: 'authenticated'; readonly claims: AccessClaims }
	| { readonly role: 'service' }

export interface Row {
	[column: string]: unknown
}

/** One open transaction. It ends with the function that receives it: commits if the function returns, rolls back if it throws. */
export interface Transaction {
	/** Runs one statement and returns its rows. With a schema, throws if a row does not match it. */
	query<R extends Row = Row>(statement: Sql, row?: z.ZodType<R>): Promise<R[]>
	/** Runs one statement and returns how many rows it touched. */
	execute(statement: Sql): Promise<number>
}

export type SignedIn = Extract<Caller, { role: 'authenticated' }>

/** How a transaction begins, and under which role. */
interface Opening {
	role: 'anon' | 'authenticated' | 'server'
	open: string
	/**
	 * Whether to wait for the commit. False if there is nothing to commit. On a pipelined connection, a later caller's statements
	 * run after the commit anyway.
	 */
	awaitsCommit: boolean
	/** Whether to use prepared statements. Only for work that may safely run twice (see `retryUnprepared`). */
	prepares: boolean
}

/** How a read-only transaction begins. */
interface ReadOpening extends Opening {
	/** The claims of a user; undefined for any other role. With claims, the session is checked. */
	claims: string | undefined
}

/** The jobs role, for work that may write. */
export const serverWrites: Opening = { role: 'server', open: 'begin', awaitsCommit: true, prepares: false }
/** The jobs role, for work that may run twice. */
export const serverRepeats: Opening = { ...serverWrites, prepares: true }
/** The role `authenticated` without the claims of a user, for a read on behalf of several users. */
export const asSeveral: ReadOpening = {
	role: 'authenticated',
	claims: undefined,
	open: "begin read only; set local timezone = 'UTC'; set local role authenticated",
	awaitsCommit: false,
	prepares: true,
}
/** The jobs role, for work that only reads. */
export const serverReads: ReadOpening = {
	...serverRepeats,
	claims: undefined,
	open: 'begin read only',
	awaitsCommit: false,
}

/** Cached by the claims of a verified token, which stay the same object for as long as the token is cached. */
const openings = {
	reading: new WeakMap<AccessClaims, ReadOpening>(),
	writing: new WeakMap<AccessClaims, ReadOpening>(),
}

/**
 * Returns how to open a transaction and become the caller in one round trip. It uses a simple query, which takes several
 * statements but no parameters.
 */
export function openAs(caller: Exclude<Caller, { role: 'service' }>, readOnly: boolean): ReadOpening {
	if (caller.role === 'anon') return makeOpening(caller, readOnly)
	const known = readOnly ? openings.reading : openings.writing
	const opening = known.get(caller.claims) ?? makeOpening(caller, readOnly)
	known.set(caller.claims, opening)
	return opening
}

function makeOpening(caller: Exclude<Caller, { role: 'service' }>, readOnly: boolean): ReadOpening {
	const { role } = caller
	const claims = role === 'anon' ? undefined : JSON.stringify(caller.claims)
	const as = { role, claims, awaitsCommit: !readOnly, prepares: readOnly }
	const begin = `${readOnly ? 'begin read only' : 'begin'}; set local timezone = 'UTC'; set local role ${role}`
	return { ...as, open: claims === undefined ? begin : `${begin}; ${sessionCheck(claims)}` }
}

function sessionCheck(claims: string): string {
	return `set local request.jwt.claims = ${pg.escapeLiteral(claims)}; select auth.require_live_session()`
}

/**
 * Checks a signed-in caller's session in one query. PostgreSQL runs the statements of the query in one implicit transaction, so
 * `set local` has no effect after the query.
 */
export async function checkSession(pool: pg.Pool, caller: SignedIn): Promise<void> {
	const client = await pool.connect()
	let broken = false
	try {
		await client.query(`set local role authenticated; ${sessionCheck(JSON.stringify(caller.claims))}`)
	} catch (error) {
		broken = isUnusable(error)
		throw error
	} finally {
		client.release(broken)
	}
}

/**
 * Retries without prepared statements, on another connection, if one of them caused the error. A statement can disappear from
 * its connection through no fault of the caller. The retry is safe because the failed transaction has changed nothing.
 */
export async function retryUnprepared<O extends Opening, T>(
	opening: O,
	ask: (opening: O) => Promise<T>,
): Promise<T> {
	try {
		return await ask(opening)
	} catch (error) {
		if (!opening.prepares || !isStatementCacheError(error)) throw error
		return await ask({ ...opening, prepares: false })
	}
}

/** Runs work in a transaction on a connection from the pool: commits if the work returns, rolls back if it throws. */
export async function inTransaction<T>(
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
		// Sent together with the first statement, so that both share a round trip on a pipelined connection. If opening fails,
		// PostgreSQL aborts the transaction and every later statement fails too, so the error of `opened` is the one to report.
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
			// A connection that no longer answers is discarded together with its transaction.
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

/**
 * Like `inTransaction`, but for one statement that only reads. The prepared statements that open the transaction are sent in
 * the same message. PostgreSQL runs one message in one transaction, which costs a quarter less than `begin` and `commit`.
 */
export async function readInOneRoundTrip<R extends Row>(
	pool: pg.Pool,
	opening: ReadOpening,
	statement: Sql,
	row?: z.ZodType<R>,
): Promise<R[]> {
	if (!opening.prepares) return await inTransaction(pool, opening, (tx) => tx.query(statement, row))
	const client = await pool.connect()
	let broken = false
	try {
		const rows = await sendTogether(client, () => {
			const steps = openingSteps(client, opening)
			return sendRead<R>(client, steps, queryConfig(client, opening, statement))
		})
		return parseRows({ rows }, row)
	} catch (error) {
		broken = isUnusable(error)
		throw error
	} finally {
		client.release(broken || isStatementCacheFull(client))
	}
}

/**
 * Sends everything that `send` queues in one write to the socket, because each write is expensive. Nothing else uses the
 * driver's own stream. `send-together.test.ts` fails if a new version of the driver has no stream that can be corked.
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

/** Says whether to discard a connection. The driver uses this message if a query times out without an answer. */
function isUnusable(error: unknown): boolean {
	return isStatementCacheError(error) || (error instanceof Error && error.message === 'Query read timeout')
}

/** Returns the rows of a result, parsed if there is a schema for them. */
export function parseRows<R extends Row>({ rows }: { rows: R[] }, row: z.ZodType<R> | undefined): R[] {
	return row === undefined ? rows : rows.map((unchecked) => row.parse(unchecked))
}

async function run<R extends Row>(
	client: pg.PoolClient,
	opening: Opening,
	statement: Sql,
): Promise<pg.QueryResult<R>> {
	return await client.query<R>(queryConfig(client, opening, statement))
}

function queryConfig(
	client: pg.PoolClient,
	{ role, prepares }: Opening,
	{ text, values }: Sql,
): pg.QueryConfig {
	const name = prepares ? statementName(client, role, text) : undefined
	return { text, values: [...values], ...(name === undefined ? {} : { name }) }
}
