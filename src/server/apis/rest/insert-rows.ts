import { z } from 'zod'
import { aboutTables } from '#server/apis/rest/answer-schemas.ts'
import { answerInsert } from '#server/apis/rest/answers.ts'
import { badBody, columnNotFound, notSingle } from '#server/apis/rest/errors.ts'
import type { Preferences } from '#server/apis/rest/preferences.ts'
import type { Query } from '#server/apis/rest/query.ts'
import { recordServiceWrite } from '#server/apis/rest/record-service-write.ts'
import {
	type RestOptions,
	readWriteRequest,
	type WriteRequest,
	withRestErrors,
} from '#server/apis/rest/request.ts'
import { mostRows } from '#server/apis/rest/row-range.ts'
import { bound, columnList, relation } from '#server/apis/rest/statements.ts'
import { type Column, type Table, writeLimitOf } from '#server/apis/rest/tables.ts'
import { writeRows } from '#server/apis/rest/write-rows.ts'
import type { Transaction } from '#server/platform/db/database.ts'
import { join, type Sql, sql } from '#server/platform/db/sql.ts'
import { type Handler, handle } from '#server/platform/http/handle.ts'

const rowSchema = z.record(z.string(), z.unknown())
const bodySchema = z.union([rowSchema, z.array(rowSchema)])

type BodyRow = z.infer<typeof rowSchema>

/** `POST /:table`: inserts one row or a list of rows. */
export function postRows({ authenticate, rateLimits, database }: RestOptions): Handler {
	return handle({
		about: aboutTables('insert', { does: 'Inserts', rowsAt: [201], body: 'rows' }),
		authenticate: (c) => authenticate(c.req.raw),
		limit: async (c, caller) => {
			const name = writeLimitOf(c.req.param('table'), 'insert')
			if (caller.role === 'authenticated') await rateLimits.consume(name, caller.claims.sub)
		},
		parse: async (c, caller) => {
			const request = await readWriteRequest(c, caller, 'insert')
			return { ...request, statement: insertStatement(request) }
		},
		act: async (c, caller, { table, preferences, shape, search, query, body, statement }) => {
			const insert = async (tx: Transaction) => {
				const rows = await writeRows(tx, table, statement, { query, preferences })
				if (shape === 'object' && rows.rows !== 1) throw notSingle(rows.rows)
				const write = { caller, table, search, body, rows: rows.rows, address: c.get('clientAddress') }
				await recordServiceWrite(tx, { action: 'rows_inserted', ...write })
				return rows
			}
			const written = await withRestErrors(caller, () => database.asCaller(caller, insert))
			return answerInsert(table, written, { shape, preferences })
		},
	})
}

/** Returns the statement that inserts a row or a list of rows; undefined if the list is empty. */
function insertStatement({ table, query, preferences, body }: WriteRequest): Sql | undefined {
	// Counted first, because the schema takes long to reject many wrong rows.
	if (Array.isArray(body) && body.length > mostRows)
		throw badBody(`More than ${mostRows} rows in one request`)
	const parsed = bodySchema.safeParse(body)
	if (!parsed.success) throw badBody()
	const rows = Array.isArray(parsed.data) ? parsed.data : [parsed.data]
	const [first] = rows
	if (first === undefined) return undefined
	if (query.columns === undefined && rows.some((row) => !sameKeys(row, first)))
		throw badBody('All object keys must match')
	const columns = writableColumns(table, query.columns ?? Object.keys(first))
	const conflict = onConflict(table, query, preferences, columns)
	if (columns.length === 0) return sql`insert into ${relation(table)} default values${conflict}`
	const missing = preferences.missing === 'default' ? sql`default` : sql`null`
	const tuples = rows.map(
		(row) =>
			sql`(${join(
				columns.map((column) => cell(column, row, missing)),
				', ',
			)})`,
	)
	return sql`insert into ${relation(table)} (${columnList(columns)}) values ${join(tuples, ', ')}${conflict}`
}

/**
 * Looks up the columns of a body, and rejects columns that the API does not expose. PostgreSQL decides whether the caller may
 * write the others.
 */
export function writableColumns(table: Table, names: readonly string[]): Column[] {
	return names.map((name) => {
		const column = table.columns.get(name)
		if (column !== undefined) return column
		throw columnNotFound(table.name, name)
	})
}

/** Turns a JSON value into text that PostgreSQL can parse. */
export function asText(value: unknown): string | null {
	if (value === null || value === undefined) return null
	return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

function cell(column: Column, row: BodyRow, missing: Sql): Sql {
	return Object.hasOwn(row, column.name) ? bound(column, asText(row[column.name])) : missing
}

function sameKeys(row: BodyRow, other: BodyRow): boolean {
	const keys = Object.keys(row)
	return keys.length === Object.keys(other).length && keys.every((key) => Object.hasOwn(other, key))
}

// Grants decide whether an upsert is allowed. To merge rows, a caller needs the right to update every column sent, and users do
// not have that right.
function onConflict(
	table: Table,
	query: Query,
	{ resolution }: Preferences,
	columns: readonly Column[],
): Sql {
	if (resolution === undefined) return sql``
	const target = columnList(writableColumns(table, query.onConflict ?? [table.key]))
	if (resolution === 'ignore-duplicates' || columns.length === 0)
		return sql` on conflict (${target}) do nothing`
	const updates = columns.map((column) => sql`${columnList([column])} = excluded.${columnList([column])}`)
	return sql` on conflict (${target}) do update set ${join(updates, ', ')}`
}
