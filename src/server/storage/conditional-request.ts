import type { ByteRange } from '#server/files/file-store.ts'

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
 * The one range asked for. Undefined means the whole file: no range, one not in bytes, several at once (which could ask for
 * the same bytes a thousand times), or one meant for bytes that have changed since. `unsatisfiable`: it begins past the end.
 */
export function readByteRange(
	headers: Headers,
	size: number,
	validators: Validators,
): ByteRange | 'unsatisfiable' | undefined {
	const match = /^bytes=([0-9]{0,15})-([0-9]{0,15})$/.exec(headers.get('range') ?? '')
	if (match === null || !isSameAsBefore(headers.get('if-range'), validators)) return undefined
	const [, first = '', last = ''] = match
	if (first === '') {
		if (last === '') return undefined
		return Number(last) === 0 ? 'unsatisfiable' : { start: Math.max(0, size - Number(last)), end: size - 1 }
	}
	if (last !== '' && Number(last) < Number(first)) return undefined
	if (Number(first) >= size) return 'unsatisfiable'
	return { start: Number(first), end: Math.min(last === '' ? size - 1 : Number(last), size - 1) }
}

function isSameAsBefore(ifRange: string | null, { etag, lastModified }: Validators): boolean {
	return ifRange === null || ifRange === etag || Date.parse(ifRange) === lastModified.getTime()
}
