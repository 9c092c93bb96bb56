import { aboutTables } from '#server/apis/rest/answer-schemas.ts'
import { answerUpdate } from '#server/apis/rest/answers.ts'
import { checkCount, refuseLimit, requireFilter } from '#server/apis/rest/matched-rows.ts'
import { type RestOptions, readWriteRequest, withRestErrors } from '#server/apis/rest/request.ts'
import { relation, whereClause } from '#server/apis/rest/statements.ts'
import { writeLimitOf } from '#server/apis/rest/tables.ts'
import { writeRows } from '#server/apis/rest/write-rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import { type Handler, handle } from '#server/platform/http/handle.ts'

/** `DELETE /:table`: removes every row that matches the query. The service role has no right to delete rows from any table. */
export function deleteRows({ authenticate, rateLimits, database }: RestOptions): Handler {
	return handle({
		about: aboutTables('delete', { does: 'Deletes', rowsAt: [200], nothingAt: 204 }),
		authenticate: (c) => authenticate(c.req.raw),
		limit: async (c, caller) => {
			const name = writeLimitOf(c.req.param('table'), 'delete')
			if (caller.role === 'authenticated') await rateLimits.consume(name, caller.claims.sub)
		},
		parse: (c, caller) => readWriteRequest(c, caller, 'delete'),
		act: async (_c, caller, { table, preferences, shape, query }) => {
			requireFilter(query, 'DELETE')
			refuseLimit(query)
			const statement = sql`delete from ${relation(table)}${whereClause(query.filters)}`
			const removed = await withRestErrors(caller, () =>
				database.asCaller(caller, async (tx) => {
					const rows = await writeRows(tx, table, statement, { query, preferences })
					checkCount(rows.rows, { shape, preferences })
					return rows
				}),
			)
			return answerUpdate(removed, { shape, preferences })
		},
	})
}
