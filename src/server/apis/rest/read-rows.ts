import { z } from 'zod'
import { aboutTables } from '#server/apis/rest/answer-schemas.ts'
import { answerRead, type ReadRows } from '#server/apis/rest/answers.ts'
import { parseQuery } from '#server/apis/rest/parse-query.ts'
import type { Query } from '#server/apis/rest/query.ts'
import { type RestOptions, readTableRequest, withRestErrors } from '#server/apis/rest/request.ts'
import { type RowRange, readRowRange } from '#server/apis/rest/row-range.ts'
import { columnList, orderClause, relation, whereClause } from '#server/apis/rest/statements.ts'
import type { Table } from '#server/apis/rest/tables.ts'
import type { Row, Transaction } from '#server/platform/db/database.ts'
import { one } from '#server/platform/db/rows.ts'
import { type Sql, sql } from '#server/platform/db/sql.ts'
import { type Handler, handle } from '#server/platform/http/handle.ts'

/** `GET` and `HEAD /:table`: returns the rows that match the query. */
export function getRows({ authenticate, database }: RestOptions): Handler {
	return handle({
		about: aboutTables('select', { does: 'Reads', rowsAt: [200, 206] }),
		authenticate: (c) => authenticate(c.req.raw),
		parse: (c) => {
			const request = readTableRequest(c)
			const query = parseQuery(request.table, request.search)
			const header = c.req.method === 'GET' ? c.req.header('range') : undefined
			return { ...request, query, range: readRowRange(query, header) }
		},
		act: async (_c, caller, { table, preferences, shape, query, range }) => {
			const { countsExactly } = preferences
			// A visitor may get rows that are a few seconds old. A signed-in user must see what they have just done, so their reads
			// get the newest rows.
			const mayLag = caller.role === 'anon'
			const read = {
				query: <R extends Row>(statement: Sql, row?: z.ZodType<R>) =>
					database.readAs(caller, statement, { row, mayLag }),
			}
			const found = await withRestErrors(caller, () => readRows(read, table, { query, range, countsExactly }))
			return answerRead(found, { shape, range, preferences })
		},
	})
}

interface ReadOptions {
	query: Query
	range: RowRange
	countsExactly: boolean
}

const answerRow = z.object({ rows: z.number(), json: z.string(), total: z.number().nullable() })

/** Reads the rows that the caller may see, in one statement. */
export async function readRows(
	tx: Pick<Transaction, 'query'>,
	table: Table,
	{ query, range, countsExactly }: ReadOptions,
): Promise<ReadRows> {
	const where = whereClause(query.filters)
	// An offset of 0 is left out. PostgreSQL assumes that an unknown offset skips a tenth of the rows. A plan for any offset would
	// therefore seem expensive, and PostgreSQL would make a new one each time.
	const offset = range.offset === 0 ? sql`` : sql`offset ${range.offset}::bigint`
	const total = countsExactly ? sql`(select count(*) from ${relation(table)}${where})` : sql`null::bigint`
	const answer = await one(
		tx,
		sql`
		with page as (
			select ${columnList(query.select)} from ${relation(table)}${where}${orderClause(query.order)}
			limit ${range.limit}::bigint ${offset}
		)
		select count(*) as rows, coalesce(json_agg(page), '[]')::text as json, ${total} as total from page`,
		answerRow,
	)
	return { json: answer.json, rows: answer.rows, total: answer.total ?? undefined }
}
