import type { Context } from 'hono'
import pg from 'pg'
import type { z } from 'zod'
import type { StorageDependencies } from '#server/apis/storage/dependencies.ts'
import type { Row } from '#server/platform/db/database.ts'
import type { Sql } from '#server/platform/db/sql.ts'
import type { Caller } from '#server/platform/db/transaction.ts'
import type { Env } from '#server/platform/http/handle.ts'

/**
 * Runs a query over the files that row level security shows the caller. These are the files that the caller may download; the
 * service role sees all, and a visitor none. Throws if the caller's session has ended.
 */
export async function queryVisibleFiles<R extends Row>(
	{ database }: Pick<StorageDependencies, 'database'>,
	caller: Caller,
	statement: Sql,
	row: z.ZodType<R>,
): Promise<R[]> {
	try {
		return await database.asCaller(caller, (tx) => tx.query(statement, row), { readOnly: true })
	} catch (error) {
		// A visitor may not read the table at all.
		if (error instanceof pg.DatabaseError && error.code === '42501') return []
		throw error
	}
}

/** Counts a request about files by user, or by network address if the caller is signed out. The service role has no limit. */
export async function limitFileRequests(
	{ rateLimits }: Pick<StorageDependencies, 'rateLimits'>,
	c: Context<Env>,
	caller: Caller,
): Promise<void> {
	if (caller.role === 'service') return
	const key = caller.role === 'authenticated' ? caller.claims.sub : c.get('clientAddress')
	await rateLimits.consume('signedUrl', key)
}
