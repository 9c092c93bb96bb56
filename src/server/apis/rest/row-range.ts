import { badRange } from '#server/apis/rest/errors.ts'

/** The part of the result to return: `limit` rows after `offset`. */
export interface RowRange {
	offset: number
	limit: number
}

/** The most rows in one response, whatever the limit. */
export const mostRows = 1_000

/**
 * Returns the overlap of `limit`, `offset` and the `Range` header (`0-9`, both included). Throws 416 if the range ends before
 * it begins.
 */
export function readRowRange(
	{ limit, offset }: { limit: number | undefined; offset: number | undefined },
	header: string | undefined,
): RowRange {
	const asked = /^([0-9]{1,15})-([0-9]{0,15})$/.exec(header ?? '')
	const first = Number(asked?.[1] ?? 0)
	const last = asked?.[2] ? Number(asked[2]) : Number.POSITIVE_INFINITY
	if (last < first) {
		throw badRange(
			'The lower boundary must be lower than or equal to the upper boundary in the Range header.',
		)
	}
	const start = Math.max(first, offset ?? 0)
	const end = Math.min(last + 1, limit === undefined ? Number.POSITIVE_INFINITY : (offset ?? 0) + limit)
	return { offset: start, limit: Math.min(Math.max(end - start, 0), mostRows) }
}

/** Returns `Content-Range` for `rows` rows from `offset` on, with `total` if it was counted. */
export function contentRange(offset: number, rows: number, total: number | undefined): string {
	return `${rows > 0 && total !== 0 ? `${offset}-${offset + rows - 1}` : '*'}/${total ?? '*'}`
}
