import { dayOf, momentOf } from '#shared/dates.ts'
import { isRecord } from '#shared/json.ts'
import { shortened, tableOf } from './table.ts'

/** Longer rows are printed one field below the other. */
const widest = 120
const longestName = 70

/**
 * Lays out what an operation answers for people: rows as a table, anything else as a line for each field. `indent` is for what is
 * inside another thing.
 */
export function linesOf(value: unknown, indent = ''): string[] {
	if (Array.isArray(value)) return rowsOf(value, indent)
	if (!isRecord(value))
		return cellOf('', value)
			.split('\n')
			.map((line) => indent + line)
	// `next` is only told if there are more.
	const fields = Object.entries(value).filter(([name, field]) => name !== 'next' || field !== null)
	const [only] = fields
	if (fields.length === 1 && Array.isArray(only?.[1])) return rowsOf(only[1], indent)
	return fields.flatMap(([name, field]) => {
		const label = `${indent}${labelOf(name)}:`
		if (isFlat(field)) return `${label} ${cellOf(name, field).replaceAll('\n', `\n${indent}  `)}`.split('\n')
		return [label, ...linesOf(field, `${indent}  `)]
	})
}

function rowsOf(rows: readonly unknown[], indent: string): string[] {
	if (rows.length === 0) return [`${indent}None.`]
	if (rows.every((row) => !isRecord(row))) return rows.flatMap((row) => linesOf(row, indent))
	const records = rows.filter(isRecord)
	const names = [...new Set(records.flatMap((row) => Object.keys(row)))]
	if (records.every((row) => Object.values(row).every(isFlat))) {
		const table = tableOf(
			names.map((name) => ({
				title: labelOf(name),
				isNumber: records.every((row) => typeof (row[name] ?? 0) === 'number'),
			})),
			records.map((row) => names.map((name) => cellOf(name, row[name]))),
		)
		if (table.every((line) => line.length <= widest && !line.includes('\n')))
			return table.map((line) => indent + line)
	}
	return records.flatMap((row, index) => [...(index === 0 ? [] : ['']), ...linesOf(row, indent)])
}

function isFlat(value: unknown): boolean {
	return Array.isArray(value) ? value.every((one) => !isRecord(one)) : !isRecord(value)
}

const pounds = new Intl.NumberFormat('en-GB', { style: 'currency', currency: 'GBP' })

function cellOf(name: string, value: unknown): string {
	if (Array.isArray(value))
		return value.length === 0 ? 'none' : value.map((one) => cellOf(name, one)).join(', ')
	if (value === null || value === undefined) return '–'
	if (typeof value === 'boolean') return value ? 'yes' : 'no'
	if (typeof value === 'number')
		return name.endsWith('_pence') ? pounds.format(value / 100) : value.toLocaleString('en-GB')
	const text = String(value)
	if (/^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(text)) return momentOf(new Date(text))
	if (/^\d{4}-\d\d-\d\d$/.test(text)) return dayOf(new Date(text))
	// People choose their names, and could make them as long as they like.
	return name === 'name' ? shortened(text, longestName) : text
}

/** Returns the name of a field as people read it: "Receipt emailed at" for `receipt_emailed_at`. */
function labelOf(name: string): string {
	const words = name.replace(/_pence$/, '').replaceAll('_', ' ')
	return words.charAt(0).toUpperCase() + words.slice(1)
}
