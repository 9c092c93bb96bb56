import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { z } from 'zod'
import type { Database, Row } from '#server/platform/db/database.ts'
import type { Sql } from '#server/platform/db/sql.ts'
import { parseRows } from '#server/platform/db/transaction.ts'
import { StoreFailure } from '#server/shop/files/file-store.ts'

/** Runs a statement on the connection that holds the lock. It fails if the lock is lost. */
export type LockedRows = Pick<Database, 'query'>

const lockSchema = z.object({ is_locked: z.boolean() })

// The most connections that a slow store can tie up. Work holds a connection only while it has the lock, not while it waits for
// the lock.
const mostConnections = 3
let connections = 0
const againMs = 50
// Longer than a bucket may take to store the largest file.
const patienceMs = 240_000

/**
 * Locks one file for all servers, and runs work that publishes or removes editions of it. A server first stores the bytes and
 * then writes the row that names them. Without the lock, another server could store its own edition in between. The work does not
 * run in a transaction, because the store may take a long time. The work must change the row through the `rows` that it receives,
 * which fail if the lock is lost. Throws `StoreFailure` if the lock stays taken.
 */
export async function withFileLock<T>(
	{ jobsPool }: Pick<Database, 'jobsPool'>,
	key: string,
	work: (rows: LockedRows) => Promise<T>,
): Promise<T> {
	const client = await lockingClient(jobsPool, `file/${key}`)
	let broken = true
	try {
		return await work({
			query: async <R extends Row>({ text, values }: Sql, row?: z.ZodType<R>) =>
				parseRows(await client.query<R>(text, [...values]), row),
		})
	} finally {
		try {
			await client.query('select pg_advisory_unlock(hashtextextended($1, 0))', [`file/${key}`])
			broken = false
		} catch {
			// The connection is then released as broken, which closes it, and PostgreSQL releases the lock.
		}
		client.release(broken)
		connections -= 1
	}
}

async function lockingClient(pool: pg.Pool, name: string): Promise<pg.PoolClient> {
	for (const end = performance.now() + patienceMs; performance.now() < end; await pause(againMs)) {
		if (connections >= mostConnections) continue
		connections += 1
		const client = await tryLock(pool, name).catch((error) => {
			connections -= 1
			throw error
		})
		if (client !== undefined) return client
		connections -= 1
	}
	throw new StoreFailure('a file of the store stayed locked for too long')
}

async function tryLock(pool: pg.Pool, name: string): Promise<pg.PoolClient | undefined> {
	const client = await pool.connect()
	let broken = true
	let locked = false
	try {
		const answer = await client.query('select pg_try_advisory_lock(hashtextextended($1, 0)) as is_locked', [
			name,
		])
		broken = false
		locked = parseRows(answer, lockSchema)[0]?.is_locked === true
	} finally {
		if (!locked) client.release(broken)
	}
	return locked ? client : undefined
}
