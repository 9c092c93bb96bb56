import { firstName, firstWord } from '#shared/names.ts'
import { useAuth } from './auth-provider.tsx'
import { readStoredUser } from './stored-session.ts'
import { useInBrowser } from './use-in-browser.ts'

/** The fields of a user that the badge is made from. A stored session may have anything in them. */
interface BadgeSource {
	email?: unknown
	user_metadata?: unknown
}

/** Returns the first word of the display name or of the full name, or otherwise the part of the email address before the @. */
export function badgeName(user: BadgeSource): string {
	const emailPrefix = typeof user.email === 'string' ? user.email.split('@')[0] : undefined
	return firstName(user.user_metadata) ?? firstWord(emailPrefix) ?? 'Account'
}

/**
 * Returns the name for the header's badge; null for a signed-out visitor. Until `useAuth` knows the user, reads the stored
 * session, which needs no client library.
 */
export function useBadgeName(): string | null {
	const { user, loading } = useAuth()
	const stored = useInBrowser(storedBadgeName, null)
	if (loading) return stored
	return user === null ? null : badgeName(user)
}

/** Returns the name of the stored session’s user; null if there is none. */
export function storedBadgeName(): string | null {
	const user = readStoredUser()
	return user === null ? null : badgeName(user)
}
