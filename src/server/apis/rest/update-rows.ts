import { z } from 'zod'
import { aboutTables } from '#server/apis/rest/answer-schemas.ts'
import { answerUpdate } from '#server/apis/rest/answers.ts'
import { badBody } from '#server/apis/rest/errors.ts'
import { asText, writableColumns } from '#server/apis/rest/insert-rows.ts'
import { checkCount, refuseLimit, requireFilter } from '#server/apis/rest/matched-rows.ts'
import { recordServiceWrite } from '#server/apis/rest/record-service-write.ts'
import {
	type RestOptions,
	readWriteRequest,
	type WriteRequest,
	withRestErrors,
} from '#server/apis/rest/request.ts'
import { bound, columnList, relation, whereClause } from '#server/apis/rest/statements.ts'
import { writeLimitOf } from '#server/apis/rest/tables.ts'
import { writeRows } from '#server/apis/rest/write-rows.ts'
import type { Transaction } from '#server/platform/db/database.ts'
import { join, type Sql, sql } from '#server/platform/db/sql.ts'
import { type Handler, handle } from '#server/platform/http/handle.ts'

const bodySchema = z.record(z.string(), z.unknown())

/** `PATCH /:table`: updates every row that matches the query. */
export function patchRows({ authenticate, rateLimits, database }: RestOptions): Handler {
	return handle({
		about: aboutTables('update', { does: 'Changes', rowsAt: [200], nothingAt: 204, body: 'changes' }),
		authenticate: (c) => authenticate(c.req.raw),
		limit: async (c, caller) => {
			const name = writeLimitOf(c.req.param('table'), 'update')
			if (caller.role === 'authenticated') await rateLimits.consume(name, caller.claims.sub)
		},
		parse: async (c, caller) => {
			const request = await readWriteRequest(c, caller, 'update')
			return { ...request, statement: updateStatement(request) }
		},
		act: async (c, caller, { table, preferences, shape, search, query, body, statement }) => {
			const update = async (tx: Transaction) => {
				const rows = await writeRows(tx, table, statement, { query, preferences })
				// Checked only now, because PostgreSQL refuses a column or table first.
				if (statement !== undefined) requireFilter(query, 'UPDATE')
				checkCount(rows.rows, { shape, preferences })
				const write = { caller, table, search, body, rows: rows.rows, address: c.get('clientAddress') }
				await recordServiceWrite(tx, { action: 'rows_updated', ...write })
				return rows
			}
			const written = await withRestErrors(caller, () => database.asCaller(caller, update))
			return answerUpdate(written, { shape, preferences })
		},
	})
}

/** Returns the statement that writes the body's columns to every row that matches the filters; undefined if the body is empty. */
function updateStatement({ table, query, body }: WriteRequest): Sql | undefined {
	const parsed = bodySchema.safeParse(body)
	if (!parsed.success) throw badBody()
	const { data } = parsed
	refuseLimit(query)
	const names = (query.columns ?? Object.keys(data)).filter((name) => Object.hasOwn(data, name))
	if (names.length === 0) return undefined
	const changes = writableColumns(table, names).map(
		(column) => sql`${columnList([column])} = ${bound(column, asText(data[column.name]))}`,
	)
	const where = query.filters.length === 0 ? sql` where false` : whereClause(query.filters)
	return sql`update ${relation(table)} set ${join(changes, ', ')}${where}`
}
