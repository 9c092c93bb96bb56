import { messageFor } from '#web/session/auth-messages.ts'
import { call } from '#web/session/call.ts'
import { captchaFor } from '#web/session/captcha/captcha.ts'
import { awaitsSecondStep } from '#web/session/read-session.ts'
import {
	dismissFailureToast,
	rememberFailureToast,
	toastFailure,
	toastUnexpected,
	toastWelcome,
} from '#web/session/toasts.tsx'
import { toast } from '#web/ui/toast.ts'

export type SignInOutcome = 'signed-in' | 'wrong' | 'not-verified' | 'failed'

/** Signs in with email and password. Shows the outcome in the toasts of docs/specification.md section 8. */
export async function signIn(email: string, password: string, target: string): Promise<SignInOutcome> {
	dismissFailureToast()
	const { answer, failure } = await call('/auth/v1/token?grant_type=password', async (supabase) =>
		supabase.auth.signInWithPassword({ email, password, options: await captchaFor('sign-in') }),
	)
	const error = answer?.error
	if (error === null) {
		// If two-step verification is on, the welcome comes after the second step.
		const { session } = answer?.data ?? {}
		if (session && !awaitsSecondStep(session)) toastWelcome(target)
		return 'signed-in'
	}
	if (error?.code === 'invalid_credentials') {
		rememberFailureToast(
			toast.error('Login failed', {
				description: 'Invalid email or password. Please check your credentials.',
			}),
		)
		return 'wrong'
	}
	if (error?.code === 'email_not_confirmed') {
		rememberFailureToast(
			toast.error('Email not verified', {
				description: 'Please check your email and confirm your account before signing in.',
			}),
		)
		return 'not-verified'
	}
	if (error?.status !== undefined && error.status >= 400 && error.status < 500) {
		rememberFailureToast(toastFailure('Login failed', failure, messageFor(error)))
	} else {
		rememberFailureToast(toastUnexpected(failure))
	}
	return 'failed'
}
