import type { AuthDependencies } from '#server/apis/auth/dependencies.ts'
import { checkReauthentication, noProof } from '#server/apis/auth/passwords/check-reauthentication.ts'
import {
	type LiveSession,
	requireLiveSession,
	requireSecondStep,
} from '#server/apis/auth/sessions/sessions.ts'

/** Returns the caller's session. Throws `insufficient_aal` if the user has a second step but has not taken it. */
export async function requireSignIn(auth: AuthDependencies, request: Request): Promise<LiveSession> {
	const session = await requireLiveSession(auth, request)
	requireSecondStep(session, {
		status: 403,
		message: 'Two-step verification is switched on: take the second step first',
	})
	return session
}

/**
 * Returns the caller's session for a sensitive operation. Throws `reauthentication_needed` with `message` unless the sign-in is
 * recent.
 */
export async function requireRecentSignIn(
	auth: AuthDependencies,
	request: Request,
	message: string,
): Promise<LiveSession> {
	const session = await requireSignIn(auth, request)
	await auth.rateLimits.consume('updateUser', session.user.id)
	await checkReauthentication(auth, session, noProof, { message })
	return session
}
