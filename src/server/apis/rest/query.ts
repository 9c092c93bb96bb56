import type { Column } from '#server/apis/rest/tables.ts'

export type Comparison = 'eq' | 'neq' | 'gt' | 'gte' | 'lt' | 'lte'

/** A condition on rows, columns already looked up, values still as the caller wrote them. */
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
	/** Undefined: PostgreSQL's own rule, nulls as if larger than anything. */
	nulls: 'first' | 'last' | undefined
}

/** What the query string asks, whatever the verb. */
export interface Query {
	select: readonly Column[]
	/** All must hold. */
	filters: readonly Filter[]
	order: readonly OrderTerm[]
	limit: number | undefined
	offset: number | undefined
	/** The columns a body may fill, where the caller names them. */
	columns: readonly string[] | undefined
	onConflict: readonly string[] | undefined
}
