import { messageFor, weakPasswordMessage } from '#web/session/auth-messages.ts'
import { call } from '#web/session/call.ts'
import { passwordMinLength } from '#web/session/fields.tsx'
import { storeSignUpProof } from '#web/session/stored-session.ts'
import { toastFailure, toastUnexpected } from '#web/session/toasts.tsx'
import { toast } from '#web/ui/toast.ts'

export interface NewAccount {
	displayName: string
	email: string
	password: string
	/** The page of this site that the mail's link leads to in the end. */
	target: string
}

export type SignUpOutcome =
	| { kind: 'email-sent' }
	| { kind: 'signed-in' }
	| { kind: 'exists' }
	| { kind: 'weak-password'; words: string }
	| { kind: 'failed' }

/** Creates an account and tells the visitor how it went, in the toasts of docs/specification.md section 8. */
export async function signUp(account: NewAccount): Promise<SignUpOutcome> {
	const { answer, failure } = await call('/auth/v1/signup', (supabase) =>
		supabase.auth.signUp({
			email: account.email,
			password: account.password,
			options: {
				emailRedirectTo: `${window.location.origin}${account.target}`,
				data: { display_name: account.displayName },
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
		if (error.code === 'user_already_exists' || error.code === 'email_exists') return tellExists()
		if (error.status !== undefined && error.status >= 500) {
			toastUnexpected(failure)
		} else {
			toastFailure('Sign up failed', failure, messageFor(error))
		}
		return 'reasons' in error && Array.isArray(error.reasons)
			? { kind: 'weak-password', words: weakPasswordMessage(error.reasons, passwordMinLength()) }
			: { kind: 'failed' }
	}
	// The wire says "registered already" by a user without identities (it must not answer with an error).
	if (data.user?.identities?.length === 0) return tellExists()
	if (data.session !== null) return { kind: 'signed-in' }
	toast.success('Account created!', { description: 'Please check your email to verify your account.' })
	return { kind: 'email-sent' }
}

function tellExists(): SignUpOutcome {
	toast.error('Account exists', {
		description: 'This email is already registered. Please try logging in instead.',
	})
	return { kind: 'exists' }
}
