import Stripe from 'stripe'

// A dead connection must not keep a buyer waiting: the SDK makes each of these calls twice.
const mostAttempts = { answered: 8, unanswered: 4 }
const firstDelayMs = 100
const longestDelayMs = 2_000

/**
 * Returns how many milliseconds to wait before a failed call is made again, or undefined if repeating it would not help.
 * `attempt` counts from 1. Exponential back-off with full jitter, never shorter than Stripe's `Retry-After`. The SDK's own
 * retries ignore that header and never repeat a 429; `p-retry` computes its delays without it too.
 */
export function delayBeforeRetry(error: unknown, attempt: number, random: () => number): number | undefined {
	if (!(error instanceof Stripe.errors.StripeError) || !canHelp(error)) return undefined
	const isAnswered = !(error instanceof Stripe.errors.StripeConnectionError)
	if (attempt >= (isAnswered ? mostAttempts.answered : mostAttempts.unanswered)) return undefined
	const jittered = random() * Math.min(longestDelayMs, firstDelayMs * 2 ** attempt)
	return retryAfterMs(error) + jittered
}

/** Reports whether Stripe refused a call because the account makes too many; one locked object does not concern other calls. */
export function isRateLimit(error: unknown): boolean {
	return (
		error instanceof Stripe.errors.StripeError && error.statusCode === 429 && error.code !== 'lock_timeout'
	)
}

/** Reports whether a retry may help. Stripe's own advice comes before everything else. */
function canHelp(error: Stripe.errors.StripeError): boolean {
	const advice = error.headers?.['stripe-should-retry']
	if (advice === 'true' || advice === 'false') return advice === 'true'
	if (error instanceof Stripe.errors.StripeConnectionError) return true
	const status = error.statusCode
	// 409: another call with the same idempotency key is running; its answer will be ours.
	return status === 409 || status === 429 || (status !== undefined && status >= 500)
}

function retryAfterMs({ headers }: Stripe.errors.StripeError): number {
	const seconds = headers?.['retry-after'] ?? ''
	return /^\d{1,6}$/.test(seconds) ? Number(seconds) * 1_000 : 0
}
