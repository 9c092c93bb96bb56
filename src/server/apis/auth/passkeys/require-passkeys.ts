import type { AuthDependencies } from '#server/apis/auth/dependencies.ts'
import { passkeysDisabled } from '#server/apis/auth/passkeys/errors.ts'
import { checkReauthentication, noProof } from '#server/apis/auth/passwords/check-reauthentication.ts'
import {
	type LiveSession,
	requireLiveSession,
	requireSecondStep,
} from '#server/apis/auth/sessions/sessions.ts'
import { refuseAnonymous } from '#server/apis/auth/user/users.ts'

/** Throws `passkey_disabled` if the owner has switched passkeys off. */
export function requirePasskeys({ settings }: Pick<AuthDependencies, 'settings'>): void {
	if (settings.passkeysOffered) return
	throw passkeysDisabled()
}

/**
 * Returns the session of a user who may add or remove a passkey. Throws `insufficient_aal` if two-step verification is on and the
 * second step was not taken. Throws `reauthentication_needed` with `message` unless the sign-in is recent.
 */
export async function requirePasskeyManager(
	auth: AuthDependencies,
	request: Request,
	message: string,
): Promise<LiveSession> {
	requirePasskeys(auth)
	const session = await requireLiveSession(auth, request)
	refuseAnonymous(session.user)
	requireSecondStep(session, {
		status: 403,
		message: 'AAL2 session is required to manage passkeys when MFA is enabled',
	})
	await checkReauthentication(auth, session, noProof, { message })
	return session
}
