import { z } from 'zod'

/**
 * A moment, in ISO 8601 and UTC, as JSON carries it. Also takes a `Date`, as the database returns it, and a time with an offset, as it
 * is in PostgreSQL's JSON, so that the row of a query and what an API answers have one schema.
 */
export const instant = z
	.union([z.date(), z.iso.datetime({ offset: true })])
	.transform((value) => new Date(value).toISOString())
	.pipe(z.iso.datetime())

/** A moment that is sent to an operation, which reads it as a `Date`. */
export const sentInstant = z.iso.datetime().transform((text) => new Date(text))

/** A time in London, such as "2026-12-01T09:00". */
export const londonTime = z.iso.datetime({ local: true, error: 'a time such as 2026-12-01T09:00' }).max(16)
