import { type AuthFailure, captchaMessage } from '#web/session/auth-messages.ts'
import { call } from '#web/session/call.ts'
import { captchaFor } from '#web/session/captcha/captcha.ts'
import type { Failure } from '#web/session/failed-requests.ts'
import { toastFailure } from '#web/session/toasts.tsx'

// The server gives the same answer whether or not a number has an account, so “sent” does not reveal who is registered.

/**
 * The result of requesting a text message. `refused`: the shop doesn’t text such numbers. `failed`: it could not be sent, and
 * the page has already said so.
 */
export type TextOutcome = 'sent' | 'too-soon' | 'failed' | 'refused' | 'stale'

/** Texts a code that signs in, and creates an account for a new number. */
export async function requestSignInText(phone: string): Promise<TextOutcome> {
	const { answer, failure } = await call('/auth/v1/otp', async (supabase) =>
		supabase.auth.signInWithOtp({ phone, options: await captchaFor('otp') }),
	)
	return textOutcome(answer?.error, failure)
}

/** Texts a code that adds the number to the account. */
export async function requestNumber(phone: string): Promise<TextOutcome> {
	const { answer, failure } = await call('/auth/v1/user', (supabase) => supabase.auth.updateUser({ phone }))
	return textOutcome(answer?.error, failure)
}

export async function resendNumber(phone: string): Promise<TextOutcome> {
	const { answer, failure } = await call('/auth/v1/resend', async (supabase) =>
		supabase.auth.resend({ type: 'phone_change', phone, options: await captchaFor('resend') }),
	)
	return textOutcome(answer?.error, failure)
}

/** The field's error if its number cannot be texted. */
export const untextedMessage = 'We can’t text that number. Check it, or use another mobile.'

/** The toast's text if a number that has been texted before can no longer be texted. */
export const noLongerTextedMessage = 'We can’t text that number any more.'

/**
 * Returns the result of requesting a text message. If the text wasn’t sent, shows a toast, except for `refused` and `stale`,
 * which the form handles. `error` is undefined if the client library gave no answer.
 */
export function textOutcome(error: AuthFailure | null | undefined, failure: Failure): TextOutcome {
	if (error === null) return 'sent'
	if (error?.code === 'reauthentication_needed') return 'stale'
	if (error?.code === 'sms_send_failed' || error?.code === 'validation_failed') return 'refused'
	if (error?.message === 'SMS rate limit exceeded') {
		toastFailure(
			'No more texts today',
			failure,
			'We’ve sent all the texts we can for today. Use your email instead.',
		)
		return 'failed'
	}
	if (error?.status === 429) {
		toastFailure('Not sent yet', failure, 'You asked for a text a moment ago. Wait a minute, then ask again.')
		return 'too-soon'
	}
	const isRobot = error?.code === 'captcha_failed'
	toastFailure('The text wasn’t sent', failure, isRobot ? captchaMessage : 'Please try again in a moment.')
	return 'failed'
}
