import type { Query } from '#server/apis/rest/query.ts'
import type { RowRange } from '#server/apis/rest/row-range.ts'
import { columnList, orderClause, relation, whereClause } from '#server/apis/rest/statements.ts'
import type { Table } from '#server/apis/rest/tables.ts'
import type { Transaction } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'

/** Rows as JSON written by PostgreSQL: prices are numbers, times are in ISO format with their offset. */
export interface Rows {
	/** A JSON array. */
	json: string
	rows: number
}

export interface ReadRows extends Rows {
	/** How many rows match the filters, if a count was requested. */
	total: number | undefined
}

interface ReadOptions {
	query: Query
	range: RowRange
	countsExactly: boolean
}

/** Reads the rows the caller may see, in one statement. */
export async function readRows(
	tx: Pick<Transaction, 'query'>,
	table: Table,
	{ query, range, countsExactly }: ReadOptions,
): Promise<ReadRows> {
	const where = whereClause(query.filters)
	const total = countsExactly ? sql`(select count(*) from ${relation(table)}${where})` : sql`null::bigint`
	const [answer] = await tx.query<{ rows: number; json: string; total: number | null }>(sql`
		with page as (
			select ${columnList(query.select)} from ${relation(table)}${where}${orderClause(query.order)}
			limit ${range.limit}::bigint offset ${range.offset}::bigint
		)
		select count(*) as rows, coalesce(json_agg(page), '[]')::text as json, ${total} as total from page`)
	if (answer === undefined) throw new Error('an aggregate without a row')
	return { json: answer.json, rows: answer.rows, total: answer.total ?? undefined }
}
