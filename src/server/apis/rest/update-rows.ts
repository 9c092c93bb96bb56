import { z } from 'zod'
import { asText, writableColumns } from '#server/apis/rest/insert-rows.ts'
import type { Query } from '#server/apis/rest/query.ts'
import { badBody, badQuery, RestError } from '#server/apis/rest/rest-error.ts'
import { bound, columnList, relation, whereClause } from '#server/apis/rest/statements.ts'
import type { Table } from '#server/apis/rest/tables.ts'
import { join, type Sql, sql } from '#server/platform/db/sql.ts'

const bodySchema = z.record(z.string(), z.unknown())

/** Returns the statement that writes the body's columns to every row that matches the filters; undefined if the body is empty. */
export function updateStatement(table: Table, query: Query, body: unknown): Sql | undefined {
	const parsed = bodySchema.safeParse(body)
	if (!parsed.success) throw badBody()
	const { data } = parsed
	// PostgreSQL's update has no limit; ignoring the caller's would write more rows than they asked for.
	if (query.limit !== undefined || query.offset !== undefined)
		throw badQuery('limit', '…', 'an update takes no limit or offset')
	const names = (query.columns ?? Object.keys(data)).filter((name) => Object.hasOwn(data, name))
	if (names.length === 0) return undefined
	const changes = writableColumns(table, names).map(
		(column) => sql`${columnList([column])} = ${bound(column, asText(data[column.name]))}`,
	)
	return sql`update ${relation(table)} set ${join(changes, ', ')}${whereClause(query.filters)}`
}

/** Rejects an update without a filter, which would write every row if the service role sent it. */
export function requireFilter(query: Query): void {
	if (query.filters.length > 0) return
	throw new RestError({ apiCode: '21000', status: 400, message: 'UPDATE requires a WHERE clause' })
}
