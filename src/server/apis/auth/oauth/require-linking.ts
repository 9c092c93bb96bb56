import type { AuthDependencies } from '#server/apis/auth/dependencies.ts'
import { manualLinkingDisabled } from '#server/apis/auth/errors.ts'
import { checkReauthentication, noProof } from '#server/apis/auth/passwords/check-reauthentication.ts'
import {
	type LiveSession,
	requireLiveSession,
	requireSecondStep,
} from '#server/apis/auth/sessions/sessions.ts'
import { refuseAnonymous } from '#server/apis/auth/user/users.ts'

/**
 * Returns the caller's session for linking an identity. As this adds a way to sign in, it requires the second step and
 * a recent sign-in. Throws the API's error for whatever is missing.
 */
export async function requireLinking(auth: AuthDependencies, request: Request): Promise<LiveSession> {
	const session = await requireLiveSession(auth, request)
	refuseAnonymous(session.user)
	if (!auth.settings.manualLinking) throw manualLinkingDisabled()
	requireSecondStep(session, {
		status: 403,
		message: 'AAL2 session is required to link an identity when MFA is enabled.',
	})
	await checkReauthentication(auth, session, noProof, {
		message: 'Linking an identity requires reauthentication',
	})
	return session
}
