import { type BadgeSource, badgeName } from './badge-name.ts'

/**
 * The local storage key that supabase-js is given for the session; `head/first-paint.js` reads it too. Only this module reads what
 * the library stores, and `stored-session.test.ts` holds it to the library's format.
 */
export const sessionStorageKey = 'headstart-session'

/** Whether this browser holds a session, live or not. Reads storage only, so it costs a signed-out visitor nothing. */
export function hasStoredSession(): boolean {
	return read(sessionStorageKey) !== null
}

/** The badge of the stored session, so that the header need not wait for the client library; null where there is none. */
export function storedBadgeName(): string | null {
	const stored = read(sessionStorageKey)
	if (stored === null) return null
	try {
		const session: unknown = JSON.parse(stored)
		return isStoredSession(session) ? badgeName(session.user) : null
	} catch {
		return null
	}
}

/** Returns the PKCE code verifier of a sign-in that has begun in this browser; null if there is none. */
export function storedCodeVerifier(): string | null {
	return read(`${sessionStorageKey}-code-verifier`)
}

function read(key: string): string | null {
	try {
		return window.localStorage.getItem(key)
	} catch {
		// Storage is blocked, so nobody can be signed in.
		return null
	}
}

function isStoredSession(value: unknown): value is { user: BadgeSource } {
	return (
		typeof value === 'object' &&
		value !== null &&
		'user' in value &&
		typeof value.user === 'object' &&
		value.user !== null
	)
}
