import { wordsFor } from '#web/session/auth-words.ts'
import { call } from '#web/session/call.ts'
import { forgetFailedAttempt, keepFailedAttempt } from '#web/session/failed-attempt.ts'
import { toastFailure, toastUnexpected } from '#web/session/failure-toast.tsx'
import { sayWelcome } from '#web/session/say-welcome.ts'
import { awaitsSecondStep } from '#web/session/second-step.ts'
import { signUpProof } from '#web/session/sign-up-proof.ts'

export type CodeOutcome = 'signed-in' | 'wrong' | 'too-often' | 'failed'

/** Signs in by an emailed code. `wrong` if it is not the code, or no longer; `too-often` after too many of those. */
export async function signInByCode(email: string, token: string): Promise<CodeOutcome> {
	forgetFailedAttempt()
	// Said here too: the code may be that of a stranger's sign-up.
	const proved = { email, token, type: 'email' as const, code_verifier: signUpProof() }
	const { answer, failure } = await call('/auth/v1/verify', (supabase) => supabase.auth.verifyOtp(proved))
	const error = answer?.error
	if (error === null) {
		const { session } = answer?.data ?? {}
		if (session && !awaitsSecondStep(session)) sayWelcome()
		return 'signed-in'
	}
	if (error?.code === 'otp_expired') return 'wrong'
	if (error?.status === 429) return 'too-often'
	const isUnexpected = error === undefined || failure.unreachable
	keepFailedAttempt(
		isUnexpected ? toastUnexpected(failure) : toastFailure('Login failed', failure, wordsFor(error)),
	)
	return 'failed'
}
