import type { ByteRange } from '#server/platform/http/byte-range.ts'
import { parseByteRange } from '#server/platform/http/byte-range.ts'

/** What the bytes are now: a strong entity tag, quoted, and when they last changed, in whole seconds. */
export interface Validators {
	etag: string
	lastModified: Date
}

/** Whether the receiver has these very bytes already (RFC 9110 section 13): the tag decides, the date only without one. */
export function isNotModified(headers: Headers, { etag, lastModified }: Validators): boolean {
	const ifNoneMatch = headers.get('if-none-match')
	if (ifNoneMatch !== null) {
		return ifNoneMatch.split(',').some((tag) => ['*', etag].includes(tag.trim().replace(/^W\//, '')))
	}
	const since = Date.parse(headers.get('if-modified-since') ?? '')
	return !Number.isNaN(since) && lastModified.getTime() <= since
}

/**
 * The one range asked for, as `parseByteRange` reads it. Undefined means the whole file, also where the range was meant for
 * bytes that have changed since.
 */
export function readByteRange(
	headers: Headers,
	size: number,
	validators: Validators,
): ByteRange | 'unsatisfiable' | undefined {
	if (!isSameAsBefore(headers.get('if-range'), validators)) return undefined
	return parseByteRange(headers.get('range'), size)
}

function isSameAsBefore(ifRange: string | null, { etag, lastModified }: Validators): boolean {
	return ifRange === null || ifRange === etag || Date.parse(ifRange) === lastModified.getTime()
}
