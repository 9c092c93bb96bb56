import { browserStorage } from '#web/ui/browser-storage.ts'

/** The key under which the client library stores the session. The head script reads the same key before first paint. */
export const sessionStorageKey = 'headstart-session'

// The client library also stores a code verifier. Only this file reads the verifier, and stored-session.test.ts fails if the library
// stores it under another key.
const verifierKey = `${sessionStorageKey}-code-verifier`
const signUpProofKey = `${sessionStorageKey}-sign-up-proof`
const addressProofKey = `${sessionStorageKey}-address-proof`

let wasFound = false

/**
 * Returns whether this browser has a session, valid or not. It reads only the storage, so that a signed-out visitor downloads
 * nothing.
 */
export function hasStoredSession(): boolean {
	const isFound = browserStorage.read(sessionStorageKey) !== null
	wasFound ||= isFound
	return isFound
}

/** Returns whether there has been a session since the page was loaded, even if it has ended. */
export function hadStoredSession(): boolean {
	return wasFound
}

/** Returns the user of the stored session, in whatever shape it was stored; null if there is none. */
export function readStoredUser(): object | null {
	try {
		const session: unknown = JSON.parse(browserStorage.read(sessionStorageKey) ?? 'null')
		const user: unknown =
			typeof session === 'object' && session !== null ? Reflect.get(session, 'user') : null
		return typeof user === 'object' ? user : null
	} catch {
		return null
	}
}

/** Returns whether this browser has the secret of a sign-in that began here. Without it an OAuth code is useless. */
export function hasCodeVerifier(): boolean {
	return browserStorage.read(verifierKey) !== null
}

/**
 * Stores the proof that this browser has just signed up. The proof is a copy of the client library's own secret, because the
 * next sign-in overwrites that. If storage is off, the visitor sets their password after confirming.
 */
export function storeSignUpProof(): void {
	storeProof(signUpProofKey)
}

/** Stores the proof that this browser has just asked for a change of address. */
export function storeAddressProof(): void {
	storeProof(addressProofKey)
}

function storeProof(key: string): void {
	const verifier = browserStorage.read(verifierKey)
	if (verifier !== null) browserStorage.write(key, verifier)
}

/**
 * Returns the stored proof. If there is none, returns an empty text, which tells the server that this browser did not sign up.
 */
export function readSignUpProof(): string {
	return readProof(signUpProofKey)
}

/** Returns the stored proof of a change of address; an empty text if this browser asked for none. */
export function readAddressProof(): string {
	return readProof(addressProofKey)
}

function readProof(key: string): string {
	try {
		const stored: unknown = JSON.parse(browserStorage.read(key) ?? 'null')
		return typeof stored === 'string' ? (stored.split('/')[0] ?? '') : ''
	} catch {
		return ''
	}
}

/** Removes the proof once a sign-up is confirmed, after which it is useless. */
export function forgetSignUpProof(): void {
	browserStorage.remove(signUpProofKey)
}

/** Removes the proof once the address has changed. */
export function forgetAddressProof(): void {
	browserStorage.remove(addressProofKey)
}
