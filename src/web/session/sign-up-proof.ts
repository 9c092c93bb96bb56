import { sessionStorageKey, storedCodeVerifier } from './stored-session.ts'

const proofKey = `${sessionStorageKey}-sign-up-proof`

/**
 * Keeps what shows that this browser made the sign-up just sent: the client library's own secret of that flow, which the next
 * flow would overwrite. Without storage there is nothing to keep, and the visitor sets their password after confirming.
 */
export function keepSignUpProof(): void {
	try {
		const verifier = storedCodeVerifier()
		if (verifier !== null) window.localStorage.setItem(proofKey, verifier)
	} catch {
		return
	}
}

/** The kept proof, for confirming the sign-up; empty where another browser made it, which has to be said too. */
export function signUpProof(): string {
	try {
		const kept: unknown = JSON.parse(window.localStorage.getItem(proofKey) ?? 'null')
		return typeof kept === 'string' ? (kept.split('/')[0] ?? '') : ''
	} catch {
		return ''
	}
}
