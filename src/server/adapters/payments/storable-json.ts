/** Deeper than anything the provider sends, and far from what a stack or PostgreSQL can follow. */
const deepestNesting = 64

/**
 * Returns the same value with what PostgreSQL's `jsonb` refuses replaced, in names as in values: NUL and lone surrogates become
 * U+FFFD. Throws a `RangeError` if the value is nested too deeply.
 */
export function toStorableJson(value: unknown, levelsLeft = deepestNesting): unknown {
	if (typeof value === 'string') return storableText(value)
	if (typeof value !== 'object' || value === null) return value
	if (levelsLeft === 0) throw new RangeError('nested too deeply')
	if (Array.isArray(value)) return value.map((item) => toStorableJson(item, levelsLeft - 1))
	return Object.fromEntries(
		Object.entries(value).map(([name, member]) => [
			storableText(name),
			toStorableJson(member, levelsLeft - 1),
		]),
	)
}

function storableText(text: string): string {
	return text.toWellFormed().replaceAll('\0', '\ufffd')
}
