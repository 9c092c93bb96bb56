import { badRange, notSingle } from '#server/apis/rest/errors.ts'
import { contentTypes, type Shape } from '#server/apis/rest/negotiate.ts'
import { appliedPreferences, type Preferences } from '#server/apis/rest/preferences.ts'
import { contentRange, type RowRange } from '#server/apis/rest/row-range.ts'
import type { Table } from '#server/apis/rest/tables.ts'

/** Rows as JSON written by PostgreSQL: prices are numbers, times are in ISO format with their offset. */
interface Rows {
	/** A JSON array. */
	json: string
	rows: number
}

export interface ReadRows extends Rows {
	/** How many rows match the filters, if a count was requested. */
	total: number | undefined
}

export interface WrittenRows extends Rows {
	/** The key of the new row, if exactly one was written and its URL was requested. */
	key: string | undefined
}

interface AnswerOptions {
	shape: Shape
	preferences: Preferences
}

/**
 * Answers 200 with the rows, or 206 if a count shows that there are more. Answers 406 or 416 if the result does not fit the
 * request.
 */
export function answerRead(
	found: ReadRows,
	{ shape, preferences, range }: AnswerOptions & { range: RowRange },
): Response {
	const { rows, total } = found
	if (shape === 'object' && rows !== 1) throw notSingle(rows)
	if (total !== undefined && range.offset > total) {
		throw badRange(`An offset of ${range.offset} was requested, but there are only ${total} rows.`, total)
	}
	return new Response(inShape(shape, found.json), {
		status: total !== undefined && rows < total ? 206 : 200,
		headers: {
			'content-type': contentTypes[shape],
			'content-range': contentRange(range.offset, rows, total),
			...applied(preferences, 'select'),
		},
	})
}

/** Answers 201, with the new rows or their URL if requested. */
export function answerInsert(table: Table, written: WrittenRows, options: AnswerOptions): Response {
	const { preferences } = options
	const { body, headers } = shownRows(written, options)
	return new Response(body, {
		status: 201,
		headers: {
			...headers,
			'content-range': contentRange(0, 0, preferences.countsExactly ? written.rows : undefined),
			...(written.key === undefined
				? {}
				: { location: `/${table.name}?${table.key}=eq.${encodeURIComponent(written.key)}` }),
			...applied(preferences, 'insert'),
		},
	})
}

/** Answers 204, or 200 with the rows if requested. */
export function answerUpdate(written: WrittenRows, options: AnswerOptions): Response {
	const { preferences } = options
	const { body, headers } = shownRows(written, options)
	return new Response(body, {
		status: body === null ? 204 : 200,
		headers: {
			...headers,
			'content-range': contentRange(0, written.rows, preferences.countsExactly ? written.rows : undefined),
			...applied(preferences, 'update'),
		},
	})
}

function shownRows(written: WrittenRows, { shape, preferences }: AnswerOptions) {
	if (preferences.representation !== 'representation') return { body: null, headers: {} }
	return { body: inShape(shape, written.json), headers: { 'content-type': contentTypes[shape] } }
}

/** Returns the JSON array unchanged, or its only row without the brackets. */
function inShape(shape: Shape, json: string): string {
	return shape === 'object' ? json.slice(1, -1) : json
}

function applied(preferences: Preferences, verb: 'select' | 'insert' | 'update'): Record<string, string> {
	const text = appliedPreferences(preferences, verb)
	return text === undefined ? {} : { 'preference-applied': text }
}
