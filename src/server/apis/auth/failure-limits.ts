import type { LimitName, RateLimits } from '#server/platform/http/rate-limit.ts'
import { AppError } from '#shared/app-error.ts'

/**
 * Does work whose failures are limited. Each try is counted before it, so that many at once cannot slip through, and taken
 * back once it has succeeded: people who are right are never held up by one another. Throws `over_request_rate_limit`.
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
		// Nothing was tried, so nothing counts against the others.
		await takeBack()
		throw refusal
	}
	try {
		const result = await work()
		await takeBack()
		return result
	} catch (error) {
		// Not their failure but ours.
		if (!(error instanceof AppError) || error.status >= 500) await takeBack()
		throw error
	}
}
