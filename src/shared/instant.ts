import { z } from 'zod'

/**
 * A moment, in ISO 8601 and UTC, as JSON carries it. Also takes a `Date`, as the database returns it, and a time with an offset, as it
 * is in PostgreSQL's JSON, so that the row of a query and what an API answers have one schema.
 */
export const instant = z.pipe(
	z.transform((value: Date | string) => {
		const date = new Date(value)
		return Number.isNaN(date.getTime()) ? String(value) : date.toISOString()
	}),
	z.iso.datetime(),
)
