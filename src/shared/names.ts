import { isRecord } from './json.ts'

/** Returns the name of an account: its email address, else its phone number, else `guest`. Adds the plus sign to `phone`. */
export function accountName(
	{ email, phone }: { email: string | null; phone: string | null },
	guest = 'this guest',
): string {
	return email ?? (phone === null ? guest : `+${phone}`)
}

/**
 * Returns the first word of the display name, or else of the full name, in a user's metadata. Users can write anything into
 * their metadata.
 */
export function firstName(metadata: unknown): string | undefined {
	if (!isRecord(metadata)) return undefined
	return firstWord(metadata.display_name) ?? firstWord(metadata.full_name)
}

export function firstWord(value: unknown): string | undefined {
	if (typeof value !== 'string') return undefined
	return value.trim().split(/\s+/u)[0] || undefined
}
