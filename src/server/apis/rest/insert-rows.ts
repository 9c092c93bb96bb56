import { z } from 'zod'
import type { Preferences } from '#server/apis/rest/preferences.ts'
import type { Query } from '#server/apis/rest/query.ts'
import { badBody, RestError } from '#server/apis/rest/rest-error.ts'
import { mostRows } from '#server/apis/rest/row-range.ts'
import { bound, columnList, relation } from '#server/apis/rest/statements.ts'
import type { Column, Table } from '#server/apis/rest/tables.ts'
import { join, type Sql, sql } from '#server/platform/db/sql.ts'

const rowSchema = z.record(z.string(), z.unknown())
const bodySchema = z.union([rowSchema, z.array(rowSchema)])

type BodyRow = z.infer<typeof rowSchema>

/** Returns the statement that inserts a row or a list of rows; undefined if the list is empty. */
export function insertStatement(
	table: Table,
	query: Query,
	preferences: Preferences,
	body: unknown,
): Sql | undefined {
	const parsed = bodySchema.safeParse(body)
	if (!parsed.success) throw badBody()
	const rows = Array.isArray(parsed.data) ? parsed.data : [parsed.data]
	if (rows.length > mostRows) throw badBody(`More than ${mostRows} rows in one request`)
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

/** Looks up the columns of a body, and rejects those that the API does not expose. PostgreSQL decides whether they may be written. */
export function writableColumns(table: Table, names: readonly string[]): Column[] {
	return names.map((name) => {
		const column = table.columns.get(name)
		if (column !== undefined) return column
		throw new RestError({
			apiCode: 'PGRST204',
			status: 400,
			message: `Could not find the '${name.slice(0, 100)}' column of '${table.name}' in the schema cache`,
		})
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

// Grants decide whether an upsert is allowed: merging needs update rights on every column sent, which users do not have.
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
