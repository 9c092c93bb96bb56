import { captchaMessage } from '#web/session/auth-messages.ts'
import { call } from '#web/session/call.ts'
import { captchaFor } from '#web/session/captcha/captcha.ts'
import { isCancelled, keyMessage } from '#web/session/key-messages.ts'
import { awaitsSecondStep } from '#web/session/read-session.ts'
import {
	dismissFailureToast,
	rememberFailureToast,
	toastFailure,
	toastUnexpected,
	toastWelcome,
} from '#web/session/toasts.tsx'

/** Signs in with a passkey that the visitor chooses in the browser's dialog. Shows nothing if they close it. */
export async function signInWithPasskey(): Promise<void> {
	dismissFailureToast()
	const { answer, failure } = await call('/auth/v1/passkeys/authentication', async (supabase) =>
		supabase.auth.signInWithPasskey({ options: await captchaFor('sign-in') }),
	)
	const error = answer?.error
	if (error === null) {
		const { session } = answer?.data ?? {}
		// If two-step verification is on, the second step is still missing.
		if (session && !awaitsSecondStep(session)) toastWelcome()
		return
	}
	if (error !== undefined && isCancelled(error)) return
	const message = error === undefined ? undefined : (ownMessages.get(error.code) ?? keyMessage(error))
	rememberFailureToast(
		message === undefined
			? toastUnexpected(failure)
			: // The message says what to do, so there is no reference to quote.
				toastFailure('You’re not signed in', { ...failure, reference: null }, message),
	)
}

const ownMessages: ReadonlyMap<string | undefined, string> = new Map([
	['captcha_failed', captchaMessage],
	[
		'webauthn_verification_failed',
		'We don’t know that passkey any more. It may have been removed from your account. Sign in another way, then add a new one on your account page.',
	],
])
