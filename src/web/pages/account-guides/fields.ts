/** Readers for rows of API responses. Each returns a field, or null if it is missing or of another type. */

export function field(row: unknown, name: string): unknown {
	return typeof row === 'object' && row !== null ? Reflect.get(row, name) : undefined
}

export function textIn(row: unknown, name: string): string | null {
	const value = field(row, name)
	return typeof value === 'string' ? value : null
}

export function numberIn(row: unknown, name: string): number | null {
	const value = field(row, name)
	return typeof value === 'number' ? value : null
}

export function dateIn(row: unknown, name: string): Date | null {
	const text = textIn(row, name)
	if (text === null) return null
	const date = new Date(text)
	return Number.isNaN(date.getTime()) ? null : date
}
