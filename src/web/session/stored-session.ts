/** The key under which the client library stores the session. The head script reads the same key before first paint. */
export const sessionStorageKey = 'headstart-session'

// What else the client library stores is read here alone; stored-session.test.ts notices if it moves.
const verifierKey = `${sessionStorageKey}-code-verifier`
const proofKey = `${sessionStorageKey}-sign-up-proof`

let wasFound = false

/** Returns whether this browser holds a session, valid or not. Reads storage only, so that a signed-out visitor downloads nothing. */
export function hasStoredSession(): boolean {
	const isFound = read(sessionStorageKey) !== null
	wasFound ||= isFound
	return isFound
}

/** Returns whether there has been a session since the page was loaded, even if it is over. */
export function hadStoredSession(): boolean {
	return wasFound
}

/** Returns the user of the stored session, in whatever shape it was stored; null if there is none. */
export function readStoredUser(): object | null {
	try {
		const session: unknown = JSON.parse(read(sessionStorageKey) ?? 'null')
		const user: unknown =
			typeof session === 'object' && session !== null ? Reflect.get(session, 'user') : null
		return typeof user === 'object' ? user : null
	} catch {
		return null
	}
}

/** Returns whether this browser holds the secret of a sign-in that began here, without which an OAuth code is of no use. */
export function hasCodeVerifier(): boolean {
	return read(verifierKey) !== null
}

/**
 * Stores proof that this browser made the sign-up just sent: the client library's own secret, which the next sign-in would
 * overwrite. If storage is off, the visitor sets their password after confirming.
 */
export function storeSignUpProof(): void {
	const verifier = read(verifierKey)
	if (verifier === null) return
	try {
		window.localStorage.setItem(proofKey, verifier)
	} catch {
		return
	}
}

/** Returns the stored proof. Empty if another browser signed up, which the server needs to know too. */
export function readSignUpProof(): string {
	try {
		const stored: unknown = JSON.parse(read(proofKey) ?? 'null')
		return typeof stored === 'string' ? (stored.split('/')[0] ?? '') : ''
	} catch {
		return ''
	}
}

/** Returns null if storage is switched off. A visitor can’t be signed in then. */
function read(key: string): string | null {
	try {
		return window.localStorage.getItem(key)
	} catch {
		return null
	}
}
