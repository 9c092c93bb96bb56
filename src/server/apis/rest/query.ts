import type { Column } from '#server/apis/rest/tables.ts'

export type Comparison = 'eq' | 'neq' | 'gt' | 'gte' | 'lt' | 'lte'

/** A condition on rows. The columns have been looked up; the values are still the caller's text. */
export type Filter =
	| { kind: 'compare'; column: Column; negated: boolean; operator: Comparison; value: string }
	| { kind: 'in'; column: Column; negated: boolean; values: readonly string[] }
	| {
			kind: 'is'
			column: Column
			negated: boolean
			value: 'null' | 'not_null' | 'true' | 'false' | 'unknown'
	  }
	| { kind: 'group'; operator: 'and' | 'or'; negated: boolean; members: readonly Filter[] }

export interface OrderTerm {
	column: Column
	descending: boolean
	/** Undefined for PostgreSQL's default, which sorts nulls as the largest value. */
	nulls: 'first' | 'last' | undefined
}

/** A parsed query string. */
export interface Query {
	select: readonly Column[]
	/** A row must meet all of them. */
	filters: readonly Filter[]
	order: readonly OrderTerm[]
	limit: number | undefined
	offset: number | undefined
	/** The columns to write, if the caller names them. */
	columns: readonly string[] | undefined
	onConflict: readonly string[] | undefined
}
