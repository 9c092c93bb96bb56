import { useSyncExternalStore } from 'react'
import { useAuth } from './auth-provider.tsx'
import { readStoredUser } from './stored-session.ts'

/** The fields of a user that the badge is made from. A stored session may have anything in them. */
interface BadgeSource {
	email?: unknown
	user_metadata?: unknown
}

/** Returns the first word of the display name, or of the full name, or the part of the email before the @. */
export function badgeName(user: BadgeSource): string {
	const metadata = isRecord(user.user_metadata) ? user.user_metadata : {}
	const emailPrefix = typeof user.email === 'string' ? user.email.split('@')[0] : undefined
	return (
		firstWord(metadata.display_name) ?? firstWord(metadata.full_name) ?? firstWord(emailPrefix) ?? 'Account'
	)
}

/** Returns the name for the header's badge; null for a signed-out visitor. Needs no client library after hydration. */
export function useBadgeName(): string | null {
	const { user, loading } = useAuth()
	const stored = useSyncExternalStore(neverChanges, storedBadgeName, () => null)
	if (loading) return stored
	return user === null ? null : badgeName(user)
}

/** Returns the name of the stored session’s user; null if there is none. */
export function storedBadgeName(): string | null {
	const user = readStoredUser()
	return user === null ? null : badgeName(user)
}

/** Later changes come from `useAuth`. */
function neverChanges(): () => void {
	return () => undefined
}

function firstWord(value: unknown): string | undefined {
	if (typeof value !== 'string') return undefined
	return value.trim().split(/\s+/u)[0] || undefined
}

function isRecord(value: unknown): value is Record<string, unknown> {
	return typeof value === 'object' && value !== null
}
