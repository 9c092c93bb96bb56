import { badQuery, badRange, queryTooLong, resourceNotEmbedded } from '#server/apis/rest/errors.ts'
import { parseColumnFilter, parseGroup } from '#server/apis/rest/parse-filter.ts'
import { parseColumnNames, parseOrder, parseSelect } from '#server/apis/rest/parse-select.ts'
import type { Filter, Query } from '#server/apis/rest/query.ts'
import type { Table } from '#server/apis/rest/tables.ts'

const longestQuery = 8_192
const mostConditions = 100
/** A key in the address is for the gateway, not for the query. */
export const keyParameter = 'apikey'
const reserved = new Set([keyParameter, 'select', 'order', 'limit', 'offset', 'columns', 'on_conflict'])

/** Parses the query string of a request for a table. Throws a `RestError` for anything outside the grammar. */
export function parseQuery(table: Table, search: string): Query {
	if (search.length > longestQuery) throw queryTooLong(longestQuery)
	const once = new Map<string, string>()
	const filters: Filter[] = []
	for (const [key, value] of new URLSearchParams(search)) {
		if (!reserved.has(key)) filters.push(parseFilter(table, key, value))
		else if (once.has(key)) throw badQuery(`${key} parameter`, value, 'given more than once')
		else once.set(key, value)
	}
	if (filters.reduce((sum, filter) => sum + conditionsIn(filter), 0) > mostConditions) {
		throw badQuery('filter', '…', `more than ${mostConditions} conditions`)
	}
	const order = once.get('order')
	const columns = once.get('columns')
	const onConflict = once.get('on_conflict')
	return {
		select: parseSelect(table, once.get('select') ?? '*'),
		filters,
		order: order === undefined ? [] : parseOrder(table, order),
		limit: readNumber('Limit', once.get('limit')),
		offset: readNumber('Offset', once.get('offset')),
		columns: columns === undefined ? undefined : parseColumnNames('columns parameter', columns),
		onConflict: onConflict === undefined ? undefined : parseColumnNames('on_conflict parameter', onConflict),
	}
}

function parseFilter(table: Table, key: string, value: string): Filter {
	if (key === 'and' || key === 'or') return parseGroup(table, key, false, value)
	if (key === 'not.and' || key === 'not.or')
		return parseGroup(table, key === 'not.and' ? 'and' : 'or', true, value)
	const dot = key.lastIndexOf('.')
	if (dot > 0) throw resourceNotEmbedded(key.slice(0, dot))
	return parseColumnFilter(table, key, value)
}

function conditionsIn(filter: Filter): number {
	return filter.kind === 'group' ? filter.members.reduce((sum, member) => sum + conditionsIn(member), 1) : 1
}

function readNumber(what: 'Limit' | 'Offset', text: string | undefined): number | undefined {
	if (text === undefined) return undefined
	if (/^-[0-9]+$/.test(text)) throw badRange(`${what} should be greater than or equal to zero.`)
	if (!/^[0-9]{1,15}$/.test(text)) throw badQuery(what.toLowerCase(), text, 'expected a whole number')
	return Number(text)
}
