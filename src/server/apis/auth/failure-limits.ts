import { AppError } from '#server/platform/app-error.ts'
import type { LimitName, RateLimits } from '#server/platform/http/rate-limit.ts'

/**
 * Runs work whose failures are limited. Each attempt is counted first, so that parallel requests cannot slip through,
 * and given back once it succeeds. Successful attempts therefore do not count. Throws `over_request_rate_limit`.
 */
export async function limitFailures<T>(
	rateLimits: RateLimits,
	limits: readonly (readonly [LimitName, string])[],
	work: () => Promise<T>,
): Promise<T> {
	const counted: (readonly [LimitName, string])[] = []
	const takeBack = () => Promise.all(counted.map(([name, key]) => rateLimits.giveBack(name, key)))
	try {
		for (const limit of limits) {
			await rateLimits.consume(...limit)
			counted.push(limit)
		}
	} catch (refusal) {
		// Nothing was attempted, so nothing counts.
		await takeBack()
		throw refusal
	}
	try {
		const result = await work()
		await takeBack()
		return result
	} catch (error) {
		// A server error is not a wrong attempt.
		if (!(error instanceof AppError) || error.status >= 500) await takeBack()
		throw error
	}
}
