import { z } from 'zod'
import type { WrittenRows } from '#server/apis/rest/answers.ts'
import type { Preferences } from '#server/apis/rest/preferences.ts'
import type { Query } from '#server/apis/rest/query.ts'
import { columnList, orderClause } from '#server/apis/rest/statements.ts'
import type { Table } from '#server/apis/rest/tables.ts'
import type { Transaction } from '#server/platform/db/database.ts'
import { one } from '#server/platform/db/rows.ts'
import { join, type Sql, sql } from '#server/platform/db/sql.ts'

/** What the response to a write contains: nothing, the key of the new row for its URL, or the rows. */
type Returned = 'nothing' | 'key' | 'rows'

interface WriteOptions {
	query: Query
	preferences: Preferences
}

const answerRow = z.object({ rows: z.number(), json: z.string(), key: z.string().nullable() })

/**
 * Writes rows in one statement, if there is anything to write, and returns what the caller asked for. To get rows back, the
 * caller must be allowed to read them. A plain write does not need that right.
 */
export async function writeRows(
	tx: Transaction,
	table: Table,
	write: Sql | undefined,
	{ query, preferences }: WriteOptions,
): Promise<WrittenRows> {
	if (write === undefined) return { json: '[]', rows: 0, key: undefined }
	const returned = returnedBy(preferences)
	if (returned === 'nothing') return { json: '[]', rows: await tx.execute(write), key: undefined }
	const order = orderClause(query.order)
	const shown = returned === 'rows' ? columnList(query.select) : columnList(keyColumns(table))
	const answer = await one(
		tx,
		sql`
		with written as (${write} returning ${columnList([...table.columns.values()])}),
			page as (select ${shown} from written${order})
		select
			(select count(*) from written) as rows,
			(select coalesce(json_agg(page), '[]')::text from page) as json,
			(select min(${join(
				keyColumns(table).map((column) => sql`${columnList([column])}::text`),
				', ',
			)}) from written) as key`,
		answerRow,
	)
	const key = returned === 'key' && answer.rows === 1 ? (answer.key ?? undefined) : undefined
	return { json: answer.json, rows: answer.rows, key }
}

function returnedBy({ representation }: Preferences): Returned {
	if (representation === 'representation') return 'rows'
	return representation === 'headers-only' ? 'key' : 'nothing'
}

function keyColumns(table: Table) {
	const column = table.columns.get(table.key)
	return column === undefined ? [] : [column]
}
