import fresh from 'fresh'
import type { ByteRange } from '#server/platform/http/byte-range.ts'
import { parseByteRange } from '#server/platform/http/byte-range.ts'

/** The validators of a file: a strong, quoted entity tag and its last change in whole seconds. */
export interface Validators {
	etag: string
	lastModified: Date
}

/** Reports whether the client has this version already (RFC 9110 section 13). The tag decides; the date only if there is no tag. */
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
 * Returns the requested range as `parseByteRange` does. Undefined means the whole file, also if the file has changed since the
 * version in `If-Range`.
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
