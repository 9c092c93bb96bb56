import { z } from 'zod'
import type { Sql } from '#server/platform/db/sql.ts'
import type { Row, Transaction } from '#server/platform/db/transaction.ts'

/** The row of a statement that selects or returns only an id. */
export const idRow = z.object({ id: z.string() })

/** The bytes of a `bytea` column. */
export const bytea = z.instanceof(Buffer)

/**
 * A text that has one of these values in this release. A later one, from which the shop has gone back, may have stored others: they are
 * carried along, because such a row must not stop its user from signing in.
 */
export function oneOf<const Value extends string>(_values: readonly Value[]): z.ZodType<Value> {
	return z.custom<Value>((value) => typeof value === 'string')
}

const countSchema = z.object({ count: z.number() })

/** Runs statements: a transaction, or the database under the jobs role. */
type Queries = Pick<Transaction, 'query'>

/** Returns the first row, of which there must be one. Throws an `Error` if there is none, or if it does not match the schema. */
export async function one<R extends Row>(db: Queries, statement: Sql, row: z.ZodType<R>): Promise<R> {
	const found = await maybeOne(db, statement, row)
	if (found === undefined) throw new Error(`no row was returned by: ${statement.text.trim().slice(0, 200)}`)
	return found
}

/** Returns the first row, or undefined if there is none. Throws an `Error` if it does not match the schema. */
export async function maybeOne<R extends Row>(
	db: Queries,
	statement: Sql,
	row: z.ZodType<R>,
): Promise<R | undefined> {
	const [found] = await db.query(statement, row)
	return found
}

/** Returns whether the statement returns a row. A change returns none unless it has a `returning` clause. */
export async function exists(db: Queries, statement: Sql): Promise<boolean> {
	return (await db.query(statement)).length > 0
}

/** Returns the number in the column `count` of the only row. */
export async function count(db: Queries, statement: Sql): Promise<number> {
	return (await one(db, statement, countSchema)).count
}
