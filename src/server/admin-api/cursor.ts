import { z } from 'zod'
import { malformedCursor } from './errors.ts'

/** A position in a list that is ordered by time and id. */
interface Place {
	/** The time as PostgreSQL writes it, with microseconds. */
	at: string
	id: string
}

const placeSchema = z.tuple([z.iso.datetime({ offset: true }), z.uuid()])

/**
 * Returns the cursor for the rows after this one, or null if there is no row. `place` is the row's time as PostgreSQL writes it.
 */
export function cursorOf(row: { place: string; id: string } | undefined): string | null {
	return row === undefined ? null : `${row.place.replace(' ', 'T').replace(/([+-]\d\d)$/, '$1:00')}_${row.id}`
}

/** Reads a cursor made by `cursorOf`. Throws `validation_failed` if it is malformed. */
export function placeOf(cursor: string | undefined): Place | undefined {
	if (cursor === undefined) return undefined
	const read = placeSchema.safeParse(cursor.split('_'))
	if (!read.success) throw malformedCursor()
	const [at, id] = read.data
	return { at, id }
}
