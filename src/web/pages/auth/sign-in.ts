import { wordsFor } from '#web/session/auth-words.ts'
import { call } from '#web/session/call.ts'
import { forgetFailedAttempt, keepFailedAttempt } from '#web/session/failed-attempt.ts'
import { toastFailure, toastUnexpected } from '#web/session/failure-toast.tsx'
import { sayWelcome } from '#web/session/say-welcome.ts'
import { awaitsSecondStep } from '#web/session/second-step.ts'
import { toast } from '#web/ui/toast.ts'

export type SignInOutcome = 'signed-in' | 'wrong' | 'not-verified' | 'failed'

/** Signs in with email and password and tells the visitor how it went, in the toasts of docs/specification.md section 8. */
export async function signIn(email: string, password: string): Promise<SignInOutcome> {
	forgetFailedAttempt()
	const { answer, failure } = await call('/auth/v1/token?grant_type=password', (supabase) =>
		supabase.auth.signInWithPassword({ email, password }),
	)
	const error = answer?.error
	if (error === null) {
		// With two-step verification on, that is said after the second step.
		const { session } = answer?.data ?? {}
		if (session && !awaitsSecondStep(session)) sayWelcome()
		return 'signed-in'
	}
	if (error?.code === 'invalid_credentials') {
		keepFailedAttempt(
			toast.error('Login failed', {
				description: 'Invalid email or password. Please check your credentials.',
			}),
		)
		return 'wrong'
	}
	if (error?.code === 'email_not_confirmed') {
		keepFailedAttempt(
			toast.error('Email not verified', {
				description: 'Please check your email and confirm your account before signing in.',
			}),
		)
		return 'not-verified'
	}
	if (error?.status !== undefined && error.status >= 400 && error.status < 500) {
		keepFailedAttempt(toastFailure('Login failed', failure, wordsFor(error)))
	} else {
		keepFailedAttempt(toastUnexpected(failure))
	}
	return 'failed'
}
