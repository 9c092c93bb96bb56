import { z } from 'zod'
import { AppError } from '#server/platform/app-error.ts'

/** A place in a list that is ordered by time and id. */
interface Place {
	/** As PostgreSQL writes it, to the microsecond. */
	at: string
	id: string
}

const placeSchema = z.tuple([z.iso.datetime({ offset: true }), z.uuid()])

/** Returns the text that names the place after a row, whose `place` is its time as PostgreSQL writes it; null without a row. */
export function cursorOf(row: { place: string; id: string } | undefined): string | null {
	return row === undefined ? null : `${row.place.replace(' ', 'T').replace(/([+-]\d\d)$/, '$1:00')}_${row.id}`
}

/** Reads what `cursorOf` wrote. Throws `validation_failed`. */
export function placeOf(cursor: string | undefined): Place | undefined {
	if (cursor === undefined) return undefined
	const read = placeSchema.safeParse(cursor.split('_'))
	if (!read.success)
		throw new AppError({
			code: 'validation_failed',
			status: 400,
			message: 'after: is not a place in this list',
		})
	const [at, id] = read.data
	return { at, id }
}
