import { ApiError } from '#sandbox/stripe/api/api-error.ts'
import type { Clock } from '#shared/clock.ts'

export interface CallRate {
	/** Counts a call. If the limit has been reached, throws Stripe's 429 instead. */
	count(callsPerSecond: number): void
}

/** Counts the calls of an account within the last second (https://docs.stripe.com/rate-limits). */
export function createCallRate(clock: Clock): CallRate {
	let recent: number[] = []
	return {
		count: (callsPerSecond) => {
			const now = clock.now().getTime()
			recent = recent.filter((at) => now - at < 1_000)
			if (recent.length >= callsPerSecond) throw rateLimited()
			recent.push(now)
		},
	}
}

export function rateLimited(): ApiError {
	return new ApiError({
		status: 429,
		code: 'rate_limit',
		message:
			'Request rate limit exceeded. Learn more about rate limits here https://docs.stripe.com/rate-limits.',
		headers: { 'stripe-rate-limited-reason': 'global-rate' },
	})
}
