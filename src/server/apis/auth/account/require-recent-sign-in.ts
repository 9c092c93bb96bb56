import type { AuthDependencies } from '#server/apis/auth/dependencies.ts'
import { checkReauthentication } from '#server/apis/auth/passwords/check-reauthentication.ts'
import {
	type LiveSession,
	requireLiveSession,
	requireSecondStep,
} from '#server/apis/auth/sessions/live-session.ts'

/** The error for a caller who has not taken their second step yet. */
export const secondStepMissing = {
	status: 403,
	message: 'Two-step verification is switched on: take the second step first',
}

/**
 * Returns the caller's session for a sensitive operation. Requires a live session, the second step if it is on, and a
 * recent sign-in. Throws the API's error for each: `reauthentication_needed`, with `message`, for the last.
 */
export async function requireRecentSignIn(
	auth: AuthDependencies,
	request: Request,
	message: string,
): Promise<LiveSession> {
	const session = await requireLiveSession(auth, request)
	requireSecondStep(session, secondStepMissing)
	await auth.rateLimits.consume('updateUser', session.user.id)
	await checkReauthentication(auth, session, { currentPassword: '', nonce: '' }, { message })
	return session
}
