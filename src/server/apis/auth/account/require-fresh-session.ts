import { secondStepMissing } from '#server/apis/auth/account/list-sessions.ts'
import type { AuthDependencies } from '#server/apis/auth/dependencies.ts'
import { proveAgain } from '#server/apis/auth/passwords/prove-again.ts'
import {
	type LiveSession,
	requireLiveSession,
	requireSecondStep,
} from '#server/apis/auth/sessions/live-session.ts'

/**
 * The session of whoever asks for what a borrowed device must not do: live, past the second step where there is one, within
 * its limits, and fresh. Throws the wire's refusal for each; `reauthentication_needed`, with `message`, for a stale one.
 */
export async function requireFreshSession(
	auth: AuthDependencies,
	request: Request,
	message: string,
): Promise<LiveSession> {
	const session = await requireLiveSession(auth, request)
	requireSecondStep(session, secondStepMissing)
	await auth.rateLimits.consume('updateUser', session.user.id)
	await proveAgain(auth, session, { currentPassword: '', nonce: '' }, { message })
	return session
}
