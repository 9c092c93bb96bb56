/** Names an account by its email address, else by its phone number (E.164 without the plus sign), else as `guest`, who has neither. */
export function accountName(
	{ email, phone }: { email: string | null; phone: string | null },
	guest = 'this guest',
): string {
	return email ?? (phone === null ? guest : `+${phone}`)
}

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
