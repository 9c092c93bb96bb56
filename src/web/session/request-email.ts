import { type AuthFailure, messageFor } from './auth-messages.ts'
import { call } from './call.ts'
import { captchaFor } from './captcha/captcha.ts'
import type { Failure } from './failed-requests.ts'
import { toastFailure } from './toasts.tsx'

// The server gives the same answer whether or not an address has an account, so “sent” does not reveal who is registered.

/** The result of requesting an email. If it failed, the visitor has seen a message. */
export type EmailOutcome = 'sent' | 'too-soon' | 'failed'

/** Requests a new email to confirm the address of a sign-up. */
export async function resendVerification(email: string, target: string): Promise<EmailOutcome> {
	const { answer, failure } = await call('/auth/v1/resend', async (supabase) =>
		supabase.auth.resend({
			type: 'signup',
			email,
			options: { emailRedirectTo: addressOf(target), ...(await captchaFor('resend')) },
		}),
	)
	return outcomeOf(answer?.error, failure)
}

/** Returns a message that is true after `resendVerification`, whether or not the address was confirmed in the meantime. */
export function newLinkMessage(email: string): string {
	return `If ${email} still needs confirming, a new link is on its way.`
}

/** Requests an email with a link and a code to sign in. */
export async function requestLink(email: string, target: string): Promise<EmailOutcome> {
	const { answer, failure } = await call('/auth/v1/otp', async (supabase) =>
		supabase.auth.signInWithOtp({
			email,
			options: {
				shouldCreateUser: false,
				emailRedirectTo: addressOf(target),
				...(await captchaFor('otp')),
			},
		}),
	)
	return outcomeOf(answer?.error, failure)
}

/** Requests an email with a link to choose a new password. */
export async function requestRecovery(email: string, target: string): Promise<EmailOutcome> {
	const { answer, failure } = await call('/auth/v1/recover', async (supabase) =>
		supabase.auth.resetPasswordForEmail(email, {
			redirectTo: addressOf(target),
			...(await captchaFor('recover')),
		}),
	)
	return outcomeOf(answer?.error, failure)
}

/** Requests once more the emails that confirm a change of address. */
export async function resendEmailChange(email: string): Promise<EmailOutcome> {
	const { answer, failure } = await call('/auth/v1/resend', async (supabase) =>
		supabase.auth.resend({ type: 'email_change', email, options: await captchaFor('resend') }),
	)
	return outcomeOf(answer?.error, failure)
}

/** Requests a code for reauthentication. Returns whether the user has a valid code. */
export async function requestCode(): Promise<boolean> {
	const { answer, failure } = await call('/auth/v1/reauthenticate', (supabase) =>
		supabase.auth.reauthenticate(),
	)
	// A code sent less than a minute ago still works.
	return outcomeOf(answer?.error, failure) !== 'failed'
}

function addressOf(target: string): string {
	return `${window.location.origin}${target}`
}

/** Shows a toast unless the email was sent. `error` is the client library's; undefined if it gave no answer. */
function outcomeOf(error: AuthFailure | null | undefined, failure: Failure): EmailOutcome {
	if (error === null) return 'sent'
	if (error?.status === 429) {
		toastFailure('Not sent yet', failure, messageFor(error))
		return 'too-soon'
	}
	const isRobot = error?.code === 'captcha_failed'
	toastFailure(
		'The email wasn’t sent',
		failure,
		isRobot ? messageFor(error) : 'Please try again in a moment.',
	)
	return 'failed'
}
