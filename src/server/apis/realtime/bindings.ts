import { createHash } from 'node:crypto'
import { z } from 'zod'
import { subscriptionRefused } from '#server/apis/realtime/errors.ts'
import { type Filter, FilterError, parseFilters } from '#server/apis/realtime/filter.ts'
import { type ColumnType, exposedColumns } from '#server/shop/exposed-columns.ts'

export type Verb = 'INSERT' | 'UPDATE' | 'DELETE'
export type TableName = keyof typeof exposedColumns

/** One subscription to changes, as a channel requested it. */
export interface Binding {
	/** Identifies the binding, so that the client finds the callback for a change. */
	id: number
	verb: Verb | '*'
	/** Undefined for all tables. */
	table: TableName | undefined
	filters: readonly Filter[]
	/** The length of the filters as text. It is limited, because every filter costs time with every change. */
	filterCharacters: number
	/** The columns to send; undefined for all. */
	columns: readonly string[] | undefined
}

/**
 * Returns the schema of a list of at most `most` items. It counts them first: rejecting a message full of wrong items one by one
 * takes 50 ms.
 */
export function shortList<T extends z.ZodType>(item: T, most: number) {
	return z.array(z.unknown()).max(most).pipe(z.array(item))
}

export const requestedBinding = z.looseObject({
	event: z.string().optional(),
	schema: z.string().optional(),
	table: z.string().optional(),
	filter: z.string().optional(),
	select: shortList(z.string(), 50).optional(),
})
export type RequestedBinding = z.infer<typeof requestedBinding>

/** Returns the id that server and client use for a binding. Equal requests have equal ids. */
export function bindingId(requested: RequestedBinding): number {
	return createHash('sha256').update(JSON.stringify(requested)).digest().readUInt32BE(0)
}

/** Reads a requested subscription. Throws a `ChannelError` if the shop cannot offer it. */
export function readBinding(requested: RequestedBinding): Binding {
	const { event = '*', schema, table, filter = '', select } = requested
	if (schema === undefined && table === undefined)
		throw subscriptionRefused(
			'No subscription params provided. Please provide at least a `schema` or `table` to subscribe to',
		)
	if (
		(schema !== undefined && schema !== 'public' && schema !== '*') ||
		!(table === undefined || table === '*' || isTable(table))
	)
		throw subscriptionRefused(
			`Unable to subscribe to changes with given parameters. Please check Realtime is enabled for the given connect parameters: [${described(requested)}]`,
		)
	const named = table === undefined || table === '*' ? undefined : table
	const verb = (['INSERT', 'UPDATE', 'DELETE'] as const).find((name) => name === event.toUpperCase()) ?? '*'
	if (named === undefined && (filter !== '' || select !== undefined))
		throw subscriptionRefused(
			'Filters and column selection are not supported for wildcard subscriptions. Provide an explicit schema and table name.',
		)
	try {
		const columns: Readonly<Record<string, ColumnType>> = named === undefined ? {} : exposedColumns[named]
		const unknown = select?.find((column) => !Object.hasOwn(columns, column))
		if (unknown !== undefined) throw new FilterError(`invalid column for select ${unknown}`)
		return {
			id: bindingId(requested),
			verb,
			table: named,
			filters: parseFilters(filter, columns),
			filterCharacters: filter.length,
			columns: select,
		}
	} catch (error) {
		if (!(error instanceof FilterError)) throw error
		throw subscriptionRefused(
			`Unable to subscribe to changes with given parameters. An exception happened so please check your connect parameters: [${described(requested)}]. Exception: ${error.message}`,
		)
	}
}

function isTable(name: string): name is TableName {
	return Object.hasOwn(exposedColumns, name)
}

function described({ event, schema, table, filter }: RequestedBinding): string {
	return [
		['event', event],
		['schema', schema],
		['table', table],
		['filter', filter],
	]
		.map(([name, value]) => `${name}: ${value ?? 'nil'}`)
		.join(', ')
		.slice(0, 300)
}
