import type { RateLimits } from '#server/http/rate-limit.ts'
import { AppError } from '#shared/app-error.ts'

interface MailAsked {
	/** The mailbox, known or not. */
	email: string
	/** The network address of whoever asks. */
	from: string
	/** False where asking again must not be refused: a second sign-up is another sign-up. */
	refusesAgain: boolean
}

/**
 * Counts a request for mail. Throws `over_email_send_rate_limit` for whoever asked for the same mailbox a moment ago, alike
 * for every mailbox, and when the whole shop has been asked for too much.
 */
export async function countMail(
	rateLimits: RateLimits,
	{ email, from, refusesAgain }: MailAsked,
): Promise<void> {
	await rateLimits.consume('mailAgain', `${from} ${email}`).catch((error: unknown) => {
		if (refusesAgain || !(error instanceof AppError)) throw asMailLimit(error)
	})
	await rateLimits.consume('mailServer', 'all').catch((error: unknown) => {
		throw asMailLimit(error, 'email rate limit exceeded')
	})
}

/** A limit's refusal in the words the wire has for mails. */
function asMailLimit(error: unknown, message?: string): unknown {
	if (!(error instanceof AppError) || error.retryAfter === undefined) return error
	return mailTooSoon(error.retryAfter, message)
}

export function mailTooSoon(
	secondsLeft: number,
	message = `For security purposes, you can only request this after ${secondsLeft} seconds.`,
): AppError {
	return new AppError({
		code: 'over_email_send_rate_limit',
		status: 429,
		message,
		retryAfter: secondsLeft,
	})
}
