import type { ColumnType } from '#server/shop/exposed-columns.ts'

/** One condition on a row, as `column=operator.value`. */
export interface Filter {
	column: string
	type: ColumnType
	negated: boolean
	operator: Operator
	/** One value, or several for `in`. */
	values: readonly string[]
}

const operators = ['eq', 'neq', 'lte', 'lt', 'gte', 'gt', 'in', 'like', 'ilike', 'is', 'isdistinct'] as const
type Operator = (typeof operators)[number]

/** A filter that cannot be used. If the reference server has a message for the fault, that message is used. */
export class FilterError extends Error {}

const mostConditions = 20
const mostValues = 100
const longestText = 2_000

/**
 * Parses the conditions of a subscription, which are separated by commas. Rejects regular expressions, because matching one can
 * take almost forever.
 */
export function parseFilters(text: string, columns: Readonly<Record<string, ColumnType>>): Filter[] {
	if (text.trim() === '') return []
	const parts = splitAtCommas(text.trim())
	if (text.length > longestText) throw new FilterError(`longer than ${longestText} characters`)
	if (parts.length > mostConditions) throw new FilterError(`more than ${mostConditions} conditions`)
	return parts.map((part) => parseFilter(part, columns))
}

function parseFilter(text: string, columns: Readonly<Record<string, ColumnType>>): Filter {
	const match = /^([A-Za-z_][\w]*)=(not\.)?([a-z]+)\.(.*)$/s.exec(text.trim())
	const [, column = '', not, word, value = ''] = match ?? []
	const operator = operators.find((name) => name === word)
	if (operator === undefined)
		throw new FilterError(`Error parsing \`filter\` params: ${JSON.stringify([text])}`)
	const type = Object.hasOwn(columns, column) ? columns[column] : undefined
	if (type === undefined) throw new FilterError(`invalid column for filter ${column}`)
	const values = operator === 'in' ? listOf(value) : [unquoted(value)]
	for (const one of values) requireFit({ column, type, operator, value: one })
	return { column, type, negated: not !== undefined, operator, values }
}

function listOf(text: string): string[] {
	const inner = /^\((.*)\)$/s.exec(text)?.[1]
	if (inner === undefined) throw new FilterError('`in` filter value must be wrapped by parentheses')
	const values = splitAtCommas(inner).map((value) => unquoted(value.trim()))
	if (values.length > mostValues)
		throw new FilterError(`too many values for \`in\` filter. Maximum ${mostValues}`)
	return values
}

/** Splits at commas outside quotes and parentheses. */
function splitAtCommas(text: string): string[] {
	const parts = ['']
	let depth = 0
	let quoted = false
	for (let at = 0; at < text.length; at++) {
		const character = text.charAt(at)
		if (quoted && character === '\\') {
			parts.push(`${parts.pop()}${character}${text.charAt(++at)}`)
			continue
		}
		if (character === '"') quoted = !quoted
		else if (!quoted && character === '(') depth++
		else if (!quoted && character === ')') depth--
		if (character === ',' && !quoted && depth === 0) parts.push('')
		else parts.push(`${parts.pop()}${character}`)
	}
	return parts
}

function unquoted(text: string): string {
	return text.startsWith('"') && text.endsWith('"') && text.length > 1
		? text.slice(1, -1).replaceAll(/\\(.)/gs, '$1')
		: text
}

const truths = ['null', 'true', 'false', 'unknown']

/** Throws if the value does not fit the column's type. */
function requireFit({
	column,
	type,
	operator,
	value,
}: Pick<Filter, 'column' | 'type' | 'operator'> & { value: string }) {
	const fits =
		operator === 'is'
			? truths.includes(value.toLowerCase())
			: operator === 'like' || operator === 'ilike'
				? type === 'text'
				: comparable(type, value) !== undefined
	if (!fits) throw new FilterError(`invalid value for filter ${column}: ${operator}.${value}`)
}

/** Returns a value that can be compared with others of this type, or undefined if the text is not of the type. */
function comparable(type: ColumnType, text: string): string | number | boolean | undefined {
	switch (type) {
		case 'numeric':
		case 'bigint':
			return text.trim() !== '' && Number.isFinite(Number(text)) ? Number(text) : undefined
		case 'boolean':
			return { true: true, t: true, false: false, f: false }[text.toLowerCase()]
		case 'timestamptz': {
			const time = Date.parse(text)
			return Number.isNaN(time) ? undefined : time
		}
		case 'uuid':
			return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text) ? text.toLowerCase() : undefined
		default:
			return text
	}
}

/**
 * Reports whether a row meets all conditions. As in SQL, a comparison with null is neither true nor false, and such a row does
 * not meet the condition.
 */
export function matches(filters: readonly Filter[], row: Readonly<Record<string, unknown>>): boolean {
	return filters.every((filter) => {
		const result = holds(filter, row[filter.column])
		return result !== null && result !== filter.negated
	})
}

function holds({ type, operator, values }: Filter, cell: unknown): boolean | null {
	const [value = ''] = values
	if (operator === 'is') return isTruth(cell, value.toLowerCase())
	if (cell === null || cell === undefined) return operator === 'isdistinct' ? true : null
	const left = comparable(type, String(cell))
	if (left === undefined) return null
	if (operator === 'in') return values.some((one) => comparable(type, one) === left)
	if (operator === 'like' || operator === 'ilike') return isLike(String(cell), value, operator === 'ilike')
	const right = comparable(type, value)
	if (right === undefined) return null
	switch (operator) {
		case 'eq':
			return left === right
		case 'neq':
		case 'isdistinct':
			return left !== right
		case 'lt':
			return left < right
		case 'lte':
			return left <= right
		case 'gt':
			return left > right
		default:
			return left >= right
	}
}

function isTruth(cell: unknown, truth: string): boolean {
	if (truth === 'true') return cell === true
	if (truth === 'false') return cell === false
	return cell === null || cell === undefined
}

/**
 * Reports whether a text matches a `like` pattern. Takes time proportional to the product of the two lengths; a regular
 * expression could take far longer.
 */
function isLike(text: string, pattern: string, ignoresCase: boolean): boolean {
	const [chars, signs] = [text, pattern].map((each) => [...(ignoresCase ? each.toLowerCase() : each)])
	if (chars === undefined || signs === undefined) return false
	let [at, sign, star, marked] = [0, 0, -1, 0]
	while (at < chars.length) {
		const isEscaped = signs[sign] === '\\' && sign + 1 < signs.length
		const wanted = isEscaped ? signs[sign + 1] : signs[sign]
		if (!isEscaped && wanted === '%') {
			star = sign++
			marked = at
		} else if (wanted === chars[at] || (!isEscaped && wanted === '_')) {
			at++
			sign += isEscaped ? 2 : 1
		} else if (star >= 0) {
			sign = star + 1
			at = ++marked
		} else return false
	}
	while (signs[sign] === '%') sign++
	return sign === signs.length
}
