import type { Query } from '#server/apis/rest/query.ts'
import type { Rows } from '#server/apis/rest/read-rows.ts'
import { columnList, orderClause } from '#server/apis/rest/statements.ts'
import type { Table } from '#server/apis/rest/tables.ts'
import type { Transaction } from '#server/platform/db/database.ts'
import { join, type Sql, sql } from '#server/platform/db/sql.ts'

export interface WrittenRows extends Rows {
	/** The key of the row, if one was written and its address was requested. */
	key: string | undefined
}

/** What the response to a write contains: nothing, the address of the new row, or the rows. */
export type Returned = 'nothing' | 'key' | 'rows'

/**
 * Runs an insert or update in one statement and returns what the caller asked for. To return anything, the caller must be
 * allowed to read the row; a plain write does not need that.
 */
export async function writeRows(
	tx: Transaction,
	table: Table,
	write: Sql,
	query: Query,
	returned: Returned,
): Promise<WrittenRows> {
	if (returned === 'nothing') return { json: '[]', rows: await tx.execute(write), key: undefined }
	const order = orderClause(query.order)
	const shown = returned === 'rows' ? columnList(query.select) : columnList(keyColumns(table))
	const [answer] = await tx.query<{ rows: number; json: string; key: string | null }>(sql`
		with written as (${write} returning ${columnList([...table.columns.values()])}),
			page as (select ${shown} from written${order})
		select
			(select count(*) from written) as rows,
			(select coalesce(json_agg(page), '[]')::text from page) as json,
			(select min(${join(
				keyColumns(table).map((column) => sql`${columnList([column])}::text`),
				', ',
			)}) from written) as key`)
	if (answer === undefined) throw new Error('an aggregate without a row')
	const key = returned === 'key' && answer.rows === 1 ? (answer.key ?? undefined) : undefined
	return { json: answer.json, rows: answer.rows, key }
}

function keyColumns(table: Table) {
	const column = table.columns.get(table.key)
	return column === undefined ? [] : [column]
}
