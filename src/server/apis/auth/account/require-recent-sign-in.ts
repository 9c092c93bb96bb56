import type { AuthDependencies } from '#server/apis/auth/dependencies.ts'
import { checkReauthentication } from '#server/apis/auth/passwords/check-reauthentication.ts'
import {
	type LiveSession,
	requireLiveSession,
	requireSecondStep,
} from '#server/apis/auth/sessions/live-session.ts'

/** How the account's own calls refuse somebody who still has to take the second step. */
export const secondStepMissing = {
	status: 403,
	message: 'Two-step verification is switched on: take the second step first',
}

/**
 * The session of whoever asks for what a borrowed device must not do: live, past the second step where there is one, within
 * its limits, and fresh. Throws the wire's refusal for each; `reauthentication_needed`, with `message`, for a stale one.
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
