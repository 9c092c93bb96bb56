import fresh from 'fresh'

/** The validators of a file: a strong, quoted entity tag and its last change in whole seconds. */
interface Validators {
	etag: string
	lastModified: Date
}

/**
 * Says whether the client already has this version (RFC 9110 section 13). If the request has an entity tag, the date is
 * ignored.
 */
export function isNotModified(headers: Headers, { etag, lastModified }: Validators): boolean {
	return fresh(
		{
			'if-none-match': headers.get('if-none-match') ?? undefined,
			'if-modified-since': headers.get('if-modified-since') ?? undefined,
		},
		{ etag, 'last-modified': lastModified.toUTCString() },
	)
}

/**
 * Returns the requested range, as `parseByteRange` does. If the file has changed since the version in `If-Range`, returns
 * undefined, meaning the whole file.
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

/** Both ends included. */
export interface ByteRange {
	start: number
	end: number
}

/**
 * Parses a `Range` header for a file of `size` bytes. Returns undefined, meaning the whole file, if there is no range, if it is
 * not in bytes, or if there are several. Several ranges could request the same bytes a thousand times. Returns `unsatisfiable` if
 * the range starts past the end (RFC 9110 section 14). Does not use `range-parser`, because that rejects a suffix longer than the
 * file.
 */
export function parseByteRange(
	header: string | null | undefined,
	size: number,
): ByteRange | 'unsatisfiable' | undefined {
	const match = /^bytes=([0-9]{0,15})-([0-9]{0,15})$/.exec(header ?? '')
	if (match === null) return undefined
	const [, first = '', last = ''] = match
	if (first === '') {
		if (last === '') return undefined
		return Number(last) === 0 ? 'unsatisfiable' : { start: Math.max(0, size - Number(last)), end: size - 1 }
	}
	if (last !== '' && Number(last) < Number(first)) return undefined
	if (Number(first) >= size) return 'unsatisfiable'
	return { start: Number(first), end: Math.min(last === '' ? size - 1 : Number(last), size - 1) }
}
