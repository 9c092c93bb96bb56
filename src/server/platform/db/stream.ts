import type { z } from 'zod'
import type { Database, Row, Transaction } from '#server/platform/db/database.ts'
import { type Sql, sql } from '#server/platform/db/sql.ts'

/**
 * Runs a generator in a transaction with a consistent view of the database, and yields its items. At most one item is read
 * ahead of the caller.
 */
export async function* streamAtOneMoment<T>(
	database: Pick<Database, 'asServer'>,
	read: (tx: Transaction) => AsyncIterable<T>,
): AsyncGenerator<T> {
	// A generator cannot yield from within the callback of a transaction.
	const { readable, writable } = new TransformStream<T, T>()
	const writer = writable.getWriter()
	const reading = database
		.asServer(async (tx) => {
			await tx.query(sql`set transaction isolation level repeatable read, read only`)
			// The reader may be slow: a terminal can even be paused.
			await tx.query(sql`set local idle_in_transaction_session_timeout = 0`)
			for await (const item of read(tx)) await writer.write(item)
		})
		.then(
			() => writer.close(),
			(error: unknown) => writer.abort(error),
		)
		// Fails only if the caller has stopped reading, and then the failure does not matter.
		.catch(() => {})
	try {
		yield* readable
	} finally {
		await reading
	}
}

const rowsAtATime = 1_000
// `fetch` takes no parameters.
const fetchRows = sql`fetch 1000 from batches`

/** Yields the rows of a statement in batches. */
export async function* readInBatches<R extends Row>(
	tx: Transaction,
	statement: Sql,
	row: z.ZodType<R>,
): AsyncGenerator<R[]> {
	await tx.query(sql`declare batches no scroll cursor for ${statement}`)
	for (;;) {
		const rows = await tx.query(fetchRows, row)
		if (rows.length > 0) yield rows
		if (rows.length < rowsAtATime) break
	}
	await tx.query(sql`close batches`)
}
