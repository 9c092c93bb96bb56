import { messageFor } from './auth-messages.ts'
import { call } from './call.ts'
import { awaitsSecondStep } from './read-session.ts'
import {
	dismissFailureToast,
	rememberFailureToast,
	toastFailure,
	toastUnexpected,
	toastWelcome,
} from './toasts.tsx'

/** A code that was emailed or texted, with the address or number to which it was sent. */
type SentCode =
	| { type: 'email'; email: string; token: string }
	| { type: 'sms'; phone: string; token: string }

/**
 * Signs in with a code. Returns `wrong` for a wrong or expired code, and `too-often` after too many attempts. If the code
 * confirms a sign-up, `proof` proves that this browser signed up; it is empty if this browser didn't.
 */
export async function signInByCode(
	code: SentCode,
	proof: string,
	target: string,
): Promise<'signed-in' | 'wrong' | 'too-often' | 'failed'> {
	dismissFailureToast()
	const proved = { ...code, code_verifier: proof }
	const { answer, failure } = await call('/auth/v1/verify', (supabase) => supabase.auth.verifyOtp(proved))
	const error = answer?.error
	if (error === null) {
		const { session } = answer?.data ?? {}
		if (session && !awaitsSecondStep(session)) toastWelcome(target)
		return 'signed-in'
	}
	if (error?.code === 'otp_expired') return 'wrong'
	if (error?.status === 429) return 'too-often'
	const isUnexpected = error === undefined || failure.unreachable
	rememberFailureToast(
		isUnexpected ? toastUnexpected(failure) : toastFailure('Login failed', failure, messageFor(error)),
	)
	return 'failed'
}
