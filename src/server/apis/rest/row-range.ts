import { badRange } from '#server/apis/rest/rest-error.ts'

/** Which rows of the whole result are wanted: `limit` of them after `offset`. */
export interface RowRange {
	offset: number
	limit: number
}

/** No answer holds more rows than this, whatever is asked. */
export const mostRows = 1_000

/** Where `limit`, `offset` and the `Range` header (`0-9`, both included) overlap. Throws 416 where a range runs backwards. */
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

/** `Content-Range` for `rows` rows from `offset` on; `total` where it was counted. */
export function contentRange(offset: number, rows: number, total: number | undefined): string {
	return `${rows > 0 && total !== 0 ? `${offset}-${offset + rows - 1}` : '*'}/${total ?? '*'}`
}
