// Reads the fields of rows from our APIs. A library is not used, because even zod/mini would add 4.3 kB (brotli) to every
// account page to check a dozen fields.

/** Returns a field of any type; undefined if the value isn't an object. */
export function field(row: unknown, name: string): unknown {
	return typeof row === 'object' && row !== null ? Reflect.get(row, name) : undefined
}

/** Returns a text field; null if it is missing or not a text. */
export function textIn(row: unknown, name: string): string | null {
	const value = field(row, name)
	return typeof value === 'string' ? value : null
}

/** Returns a number field; null if it is missing or not a number. */
export function numberIn(row: unknown, name: string): number | null {
	const value = field(row, name)
	return typeof value === 'number' ? value : null
}

/** Returns a field with an ISO date; null if it is missing or not a date. */
export function dateIn(row: unknown, name: string): Date | null {
	const text = textIn(row, name)
	if (text === null) return null
	const date = new Date(text)
	return Number.isNaN(date.getTime()) ? null : date
}
