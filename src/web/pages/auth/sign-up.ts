import { messageFor, weakPasswordMessage } from '#web/session/auth-messages.ts'
import { call } from '#web/session/call.ts'
import { captchaFor } from '#web/session/captcha/captcha.ts'
import { passwordMinLength } from '#web/session/fields.tsx'
import { storeSignUpProof } from '#web/session/stored-session.ts'
import { toastFailure, toastUnexpected } from '#web/session/toasts.tsx'
import { toast } from '#web/ui/toast.ts'

export interface NewAccount {
	email: string
	password: string
	/** The user's metadata: their name, and whether they refuse emails that ask for reviews. */
	data: { display_name: string; no_review_requests: boolean }
	/** The page to go to after the emailed link has been used. */
	target: string
}

export type SignUpOutcome =
	| { kind: 'email-sent' }
	| { kind: 'signed-in' }
	| { kind: 'exists' }
	| { kind: 'weak-password'; message: string }
	| { kind: 'failed' }

/** Creates an account. Shows the outcome in the toasts of docs/specification.md section 8. */
export async function signUp(account: NewAccount): Promise<SignUpOutcome> {
	const { answer, failure } = await call('/auth/v1/signup', async (supabase) =>
		supabase.auth.signUp({
			email: account.email,
			password: account.password,
			options: {
				emailRedirectTo: `${window.location.origin}${account.target}`,
				data: account.data,
				...(await captchaFor('sign-up')),
			},
		}),
	)
	if (answer === null || failure.unreachable) {
		toastUnexpected(failure)
		return { kind: 'failed' }
	}
	const { data, error } = answer
	if (error === null) storeSignUpProof()
	if (error !== null) {
		if (error.code === 'user_already_exists' || error.code === 'email_exists') return toastExists()
		if (error.status !== undefined && error.status >= 500) {
			toastUnexpected(failure)
		} else {
			toastFailure('Sign up failed', failure, messageFor(error))
		}
		return 'reasons' in error && Array.isArray(error.reasons)
			? { kind: 'weak-password', message: weakPasswordMessage(error.reasons, passwordMinLength()) }
			: { kind: 'failed' }
	}
	// If the address already has an account, the Auth API returns a user without identities instead of an error.
	if (data.user?.identities?.length === 0) return toastExists()
	if (data.session !== null) return { kind: 'signed-in' }
	toast.success('Account created!', { description: 'Please check your email to verify your account.' })
	return { kind: 'email-sent' }
}

function toastExists(): SignUpOutcome {
	toast.error('Account exists', {
		description: 'This email is already registered. Please try logging in instead.',
	})
	return { kind: 'exists' }
}
