import { type BadgeSource, badgeName } from './badge-name.ts'

/** Where the client library keeps the session in local storage. The head script reads the same key before first paint. */
export const sessionStorageKey = 'headstart-session'

/** Whether this browser holds a session, live or not. Reads storage only, so it costs a signed-out visitor nothing. */
export function hasStoredSession(): boolean {
	return readStored() !== null
}

/** The badge of the stored session, so that the header need not wait for the client library; null where there is none. */
export function storedBadgeName(): string | null {
	const stored = readStored()
	if (stored === null) return null
	try {
		const session: unknown = JSON.parse(stored)
		return isStoredSession(session) ? badgeName(session.user) : null
	} catch {
		return null
	}
}

function readStored(): string | null {
	try {
		return window.localStorage.getItem(sessionStorageKey)
	} catch {
		// Storage can be switched off altogether; then nobody can be signed in.
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
