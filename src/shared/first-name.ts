/** Returns the first word of the display name, or of the full name, in a user's metadata, which may contain anything. */
export function firstName(metadata: unknown): string | undefined {
	if (!isRecord(metadata)) return undefined
	return firstWord(metadata.display_name) ?? firstWord(metadata.full_name)
}

export function firstWord(value: unknown): string | undefined {
	if (typeof value !== 'string') return undefined
	return value.trim().split(/\s+/u)[0] || undefined
}

function isRecord(value: unknown): value is Record<string, unknown> {
	return typeof value === 'object' && value !== null
}
