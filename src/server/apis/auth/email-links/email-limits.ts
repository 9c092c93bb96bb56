import { AppError } from '#server/platform/app-error.ts'
import type { RateLimits } from '#server/platform/http/rate-limit.ts'

interface EmailRequest {
	/** The mailbox, known or not. */
	email: string
	/** The network address of the client. */
	from: string
	/** False if a repeated request is allowed, as a second sign-up is. */
	refusesAgain: boolean
}

/** Throws `over_email_send_rate_limit` if the same client requested an email to this mailbox within the last minute, whether or not it has an account. */
export async function countEmailRequest(
	rateLimits: RateLimits,
	{ email, from, refusesAgain }: EmailRequest,
): Promise<void> {
	await rateLimits.consume('emailAgain', `${from} ${email}`).catch((error: unknown) => {
		if (refusesAgain || !(error instanceof AppError)) throw asEmailLimit(error)
	})
}

/** Turns a rate limit's error into this API's error for emails. */
function asEmailLimit(error: unknown): unknown {
	if (!(error instanceof AppError) || error.retryAfter === undefined) return error
	return emailTooSoon(error.retryAfter)
}

export function emailTooSoon(
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
