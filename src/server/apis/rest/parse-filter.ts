import { Cursor, GrammarError } from '#server/apis/rest/cursor.ts'
import { badQuery, unknownColumn } from '#server/apis/rest/errors.ts'
import type { Comparison, Filter } from '#server/apis/rest/query.ts'
import type { Column, Table } from '#server/apis/rest/tables.ts'

const comparisons: readonly Comparison[] = ['eq', 'neq', 'gte', 'gt', 'lte', 'lt']
const truths = ['null', 'not_null', 'true', 'false', 'unknown'] as const
const groupOpenings = [
	['and(', 'and', false],
	['or(', 'or', false],
	['not.and(', 'and', true],
	['not.or(', 'or', true],
] as const
// These limits allow more than any page needs, and bound the cost of one request.
const deepestGroup = 8
const listLimit = 500

/** Parses one `column=operator.value` of the query string. The value is the rest of the text, without unescaping. */
export function parseColumnFilter(table: Table, columnName: string, text: string): Filter {
	const column = columnOf(table, columnName)
	return parsed('filter', text, (cursor) => readOperation(cursor, column, (rest) => rest.takeRest()))
}

/** Parses one `or=(…)` or `and=(…)` of the query string. Groups may be negated and nested. */
export function parseGroup(table: Table, operator: 'and' | 'or', negated: boolean, text: string): Filter {
	return parsed('logic tree', text, (cursor) => {
		cursor.expect('(')
		return { kind: 'group', operator, negated, members: readMembers(cursor, table, 1) }
	})
}

function parsed(what: string, text: string, read: (cursor: Cursor) => Filter): Filter {
	const cursor = new Cursor(text)
	try {
		const filter = read(cursor)
		if (!cursor.isAtEnd) throw cursor.expected('the end')
		return filter
	} catch (error) {
		if (error instanceof GrammarError) throw badQuery(what, text, error.message)
		throw error
	}
}

/** Reads the members of a group up to its closing bracket. The opening one has already been read. */
function readMembers(cursor: Cursor, table: Table, depth: number): Filter[] {
	if (depth > deepestGroup) throw new GrammarError(`nested deeper than ${deepestGroup} groups`)
	const members: Filter[] = []
	do members.push(readMember(cursor, table, depth))
	while (cursor.tryTake(','))
	cursor.expect(')')
	return members
}

function readMember(cursor: Cursor, table: Table, depth: number): Filter {
	for (const [opening, operator, negated] of groupOpenings) {
		if (cursor.tryTake(opening))
			return { kind: 'group', operator, negated, members: readMembers(cursor, table, depth + 1) }
	}
	const name = cursor.tryTakeQuoted() ?? cursor.takeUntil('.,()"')
	if (name === '') throw cursor.expected('a column')
	cursor.expect('.')
	// Inside a group a value ends at a comma or bracket, unless it is quoted.
	return readOperation(cursor, columnOf(table, name), (rest) => rest.tryTakeQuoted() ?? rest.takeUntil(',)'))
}

function readOperation(cursor: Cursor, column: Column, readValue: (cursor: Cursor) => string): Filter {
	const negated = cursor.tryTake('not.')
	if (cursor.tryTake('in.')) return { kind: 'in', column, negated, values: readList(cursor) }
	if (cursor.tryTake('is.')) return { kind: 'is', column, negated, value: readTruth(cursor) }
	const operator = comparisons.find((name) => cursor.tryTake(`${name}.`))
	if (operator === undefined)
		throw cursor.expected(`one of ${[...comparisons, 'in', 'is', 'not'].join(', ')} and a dot`)
	return { kind: 'compare', column, negated, operator, value: readValue(cursor) }
}

function readList(cursor: Cursor): string[] {
	cursor.expect('(')
	if (cursor.tryTake(')')) return []
	const values: string[] = []
	do values.push(cursor.tryTakeQuoted() ?? cursor.takeUntil(',)'))
	while (cursor.tryTake(','))
	cursor.expect(')')
	if (values.length > listLimit) throw new GrammarError(`more than ${listLimit} values in a list`)
	return values
}

function readTruth(cursor: Cursor): (typeof truths)[number] {
	const word = cursor.takeUntil(',)').toLowerCase()
	const truth = truths.find((name) => name === word)
	if (truth === undefined) throw cursor.expected(`one of ${truths.join(', ')}`)
	return truth
}

function columnOf(table: Table, name: string): Column {
	const column = table.columns.get(name)
	if (column === undefined) throw unknownColumn(table.name, name)
	return column
}
