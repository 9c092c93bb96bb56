import type { Comparison, Filter, OrderTerm } from '#server/apis/rest/query.ts'
import type { Column, ColumnType, Table } from '#server/apis/rest/tables.ts'
import { identifier, join, type Sql, sql } from '#server/platform/db/sql.ts'

const casts: Record<ColumnType, (value: string | null) => Sql> = {
	uuid: (value) => sql`${value}::uuid`,
	text: (value) => sql`${value}::text`,
	numeric: (value) => sql`${value}::numeric`,
	bigint: (value) => sql`${value}::bigint`,
	boolean: (value) => sql`${value}::boolean`,
	timestamptz: (value) => sql`${value}::timestamptz`,
}

const listCasts: Record<ColumnType, (values: readonly string[]) => Sql> = {
	uuid: (values) => sql`${values}::uuid[]`,
	text: (values) => sql`${values}::text[]`,
	numeric: (values) => sql`${values}::numeric[]`,
	bigint: (values) => sql`${values}::bigint[]`,
	boolean: (values) => sql`${values}::boolean[]`,
	timestamptz: (values) => sql`${values}::timestamptz[]`,
}

const comparisons: Record<Comparison, (left: Sql, right: Sql) => Sql> = {
	eq: (left, right) => sql`${left} = ${right}`,
	neq: (left, right) => sql`${left} <> ${right}`,
	gt: (left, right) => sql`${left} > ${right}`,
	gte: (left, right) => sql`${left} >= ${right}`,
	lt: (left, right) => sql`${left} < ${right}`,
	lte: (left, right) => sql`${left} <= ${right}`,
}

const truths = {
	null: sql`null`,
	not_null: sql`not null`,
	true: sql`true`,
	false: sql`false`,
	unknown: sql`unknown`,
}

/** Binds a value as a parameter, cast to the column's type. */
export function bound(column: Column, value: string | null): Sql {
	return casts[column.type](value)
}

/** `public.<table>`. */
export function relation(table: Table): Sql {
	return sql`public.${identifier(table.name)}`
}

export function columnList(columns: readonly Column[]): Sql {
	return join(
		columns.map((column) => identifier(column.name)),
		', ',
	)
}

/** Returns ` where …`, or nothing if there are no filters. */
export function whereClause(filters: readonly Filter[]): Sql {
	return filters.length === 0 ? sql`` : sql` where ${join(filters.map(condition), ' and ')}`
}

/** Returns ` order by …`, or nothing if there is no order. */
export function orderClause(order: readonly OrderTerm[]): Sql {
	return order.length === 0 ? sql`` : sql` order by ${join(order.map(orderTerm), ', ')}`
}

function condition(filter: Filter): Sql {
	const plain = plainCondition(filter)
	return filter.negated ? sql`not (${plain})` : sql`(${plain})`
}

function plainCondition(filter: Filter): Sql {
	if (filter.kind === 'group')
		return join(filter.members.map(condition), filter.operator === 'and' ? ' and ' : ' or ')
	const left = identifier(filter.column.name)
	if (filter.kind === 'is') return sql`${left} is ${truths[filter.value]}`
	if (filter.kind === 'in') return sql`${left} = any (${listCasts[filter.column.type](filter.values)})`
	return comparisons[filter.operator](left, bound(filter.column, filter.value))
}

function orderTerm({ column, descending, nulls }: OrderTerm): Sql {
	const direction = descending ? sql`desc` : sql`asc`
	if (nulls === undefined) return sql`${identifier(column.name)} ${direction}`
	return sql`${identifier(column.name)} ${direction} nulls ${nulls === 'first' ? sql`first` : sql`last`}`
}
