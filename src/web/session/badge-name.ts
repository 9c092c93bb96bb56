/** What is read of a user for the header badge; a stored session is not trusted to have these shapes. */
export interface BadgeSource {
	email?: unknown
	user_metadata?: unknown
}

/** The header badge: first word of the display name, else of the full name, else of what stands before the @. */
export function badgeName(user: BadgeSource): string {
	const metadata = isRecord(user.user_metadata) ? user.user_metadata : {}
	const emailPrefix = typeof user.email === 'string' ? user.email.split('@')[0] : undefined
	return (
		firstWord(metadata.display_name) ?? firstWord(metadata.full_name) ?? firstWord(emailPrefix) ?? 'Account'
	)
}

function firstWord(value: unknown): string | undefined {
	if (typeof value !== 'string') return undefined
	return value.trim().split(/\s+/u)[0] || undefined
}

function isRecord(value: unknown): value is Record<string, unknown> {
	return typeof value === 'object' && value !== null
}
