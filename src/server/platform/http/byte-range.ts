/** Both ends included. */
export interface ByteRange {
	start: number
	end: number
}

/**
 * The one range a `Range` header asks for of a file that is `size` bytes long. Undefined means the whole file: no range, one
 * not in bytes, or several at once (which could ask for the same bytes a thousand times). `unsatisfiable`: it begins past the
 * end (RFC 9110 section 14).
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
