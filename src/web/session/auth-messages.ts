import { tooOftenMessage } from '#web/ui/toast.ts'

/** The fields of an auth error that the messages depend on. Every error of the client library has them. */
export interface AuthFailure {
	code?: string | undefined
	status?: number | undefined
	message: string
}

/** Returns the message for a failed sign-in or sign-up: our own for rate limits and the captcha, otherwise the server’s. */
export function messageFor(error: AuthFailure): string {
	if (error.message === 'email rate limit exceeded')
		return 'So many people are signing up that we can’t send any more emails just now. Please try again in an hour.'
	// The server counts a request even if it sends no email, so this mustn't say that one was sent.
	if (error.code === 'over_email_send_rate_limit')
		return 'You asked for an email a moment ago. Wait a minute, then ask again.'
	if (error.code === 'captcha_failed') return captchaMessage
	if (error.status === 429) return tooOftenMessage
	// What a server says that has failed, or one that isn't the shop's, is not for visitors.
	const { status = 0 } = error
	return status >= 400 && status < 500 ? error.message : 'Please try again in a moment.'
}

/** Tells a visitor what to do if their browser didn’t finish the captcha. */
export const captchaMessage =
	'We couldn’t check that you’re not a robot. Reload the page and try again. If you block scripts on this site, allow them for a moment.'

const reasonMessages: Readonly<Record<string, string>> = {
	characters: 'Mix letters with numbers or symbols.',
	pwned: 'It’s easy to guess, or on a list of leaked passwords. Choose another one.',
}

/** Returns the error for a password field from the server's reasons for rejecting the password. */
export function weakPasswordMessage(reasons: readonly string[], minLength: string): string {
	const tooShort = `Use at least ${minLength} characters.`
	const messages = reasons.flatMap((reason) =>
		reason === 'length' ? tooShort : (reasonMessages[reason] ?? []),
	)
	return messages.length > 0 ? messages.join(' ') : 'This password is too easy to guess. Choose another one.'
}
