import type { AuthDependencies } from '#server/apis/auth/dependencies.ts'
import { checkReauthentication } from '#server/apis/auth/passwords/check-reauthentication.ts'
import {
	type LiveSession,
	requireLiveSession,
	requireSecondStep,
} from '#server/apis/auth/sessions/sessions.ts'

/** Returns the caller's session. Requires the second step if it is on, and throws `insufficient_aal` otherwise. */
export async function requireSignIn(auth: AuthDependencies, request: Request): Promise<LiveSession> {
	const session = await requireLiveSession(auth, request)
	requireSecondStep(session, {
		status: 403,
		message: 'Two-step verification is switched on: take the second step first',
	})
	return session
}

/**
 * Returns the caller's session for a sensitive operation. Requires a recent sign-in as well, and otherwise throws
 * `reauthentication_needed` with `message`.
 */
export async function requireRecentSignIn(
	auth: AuthDependencies,
	request: Request,
	message: string,
): Promise<LiveSession> {
	const session = await requireSignIn(auth, request)
	await auth.rateLimits.consume('updateUser', session.user.id)
	await checkReauthentication(auth, session, { currentPassword: '', nonce: '' }, { message })
	return session
}
