import { z } from 'zod'
import { asText, writableColumns } from '#server/apis/rest/insert-rows.ts'
import type { Query } from '#server/apis/rest/query.ts'
import { badBody, badQuery, RestError } from '#server/apis/rest/rest-error.ts'
import { bound, columnList, relation, whereClause } from '#server/apis/rest/statements.ts'
import type { Table } from '#server/apis/rest/tables.ts'
import { join, type Sql, sql } from '#server/platform/db/sql.ts'

const bodySchema = z.record(z.string(), z.unknown())

/** The statement that writes the body's columns into every row the filters let through; undefined where the body is empty. */
export function updateStatement(table: Table, query: Query, body: unknown): Sql | undefined {
	const parsed = bodySchema.safeParse(body)
	if (!parsed.success) throw badBody()
	const { data } = parsed
	// An update cannot stop after some rows; to pass over the limit would write more than was asked.
	if (query.limit !== undefined || query.offset !== undefined)
		throw badQuery('limit', '…', 'an update takes no limit or offset')
	const names = (query.columns ?? Object.keys(data)).filter((name) => Object.hasOwn(data, name))
	if (names.length === 0) return undefined
	const changes = writableColumns(table, names).map(
		(column) => sql`${columnList([column])} = ${bound(column, asText(data[column.name]))}`,
	)
	return sql`update ${relation(table)} set ${join(changes, ', ')}${whereClause(query.filters)}`
}

/** The owner's key sees every row, so an update with no filter would write them all; nobody means that. */
export function requireFilter(query: Query): void {
	if (query.filters.length > 0) return
	throw new RestError({ apiCode: '21000', status: 400, message: 'UPDATE requires a WHERE clause' })
}
