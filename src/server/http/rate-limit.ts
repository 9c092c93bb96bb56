import { createHash } from 'node:crypto'
import type pg from 'pg'
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import { AppError } from '#shared/app-error.ts'

/** How often a thing may be done: `points` times in `seconds`. */
interface Limit {
	points: number
	seconds: number
}

/** The reference server's figures where it has any (30 in five minutes), counted across every server on the database. */
const limits = {
	signUp: { points: 30, seconds: 300 },
	signIn: { points: 30, seconds: 300 },
	/** One account from anywhere, so that a guesser with many addresses is slowed too. */
	signInAccount: { points: 20, seconds: 300 },
	refresh: { points: 150, seconds: 300 },
	verify: { points: 30, seconds: 300 },
	updateUser: { points: 30, seconds: 300 },
	mail: { points: 30, seconds: 300 },
	/** One email address from anywhere, counted whether or not it is known, so that a refusal tells nothing. */
	resend: { points: 1, seconds: 60 },
	checkout: { points: 60, seconds: 300 },
	checkoutAddress: { points: 150, seconds: 300 },
	takeFree: { points: 30, seconds: 3600 },
	policyReport: { points: 30, seconds: 300 },
	signedUrl: { points: 120, seconds: 60 },
} satisfies Record<string, Limit>

export type LimitName = keyof typeof limits

export interface RateLimits {
	/** Counts one more try by `key` (an address, a user id, an email). Throws `over_request_rate_limit` when it is one too many. */
	consume(name: LimitName, key: string): Promise<void>
}

interface RateLimitOptions {
	pool: pg.Pool
	/** Multiplies every figure; 1 in normal service, more where a test drives the shop from one address. */
	scale: number
}

/** Limits kept in PostgreSQL; while that is away each server counts for itself. */
export function createRateLimits({ pool, scale }: RateLimitOptions): RateLimits {
	const limiters = new Map(
		Object.entries(limits).map(([name, { points, seconds }]) => {
			const common = { points: points * scale, duration: seconds, keyPrefix: name }
			const limiter = new RateLimiterPostgres({
				...common,
				storeClient: pool,
				storeType: 'pool',
				schemaName: 'shop',
				tableName: 'rate_limits',
				tableCreated: true,
				clearExpiredByTimeout: false,
				// Refusals are remembered here until they end, so a flood costs the database nothing.
				inMemoryBlockOnConsumed: points * scale + 1,
				insuranceLimiter: new RateLimiterMemory(common),
			})
			return [name, limiter]
		}),
	)
	return {
		consume: async (name, key) => {
			try {
				await limiters.get(name)?.consume(createHash('sha256').update(key).digest('base64url'))
			} catch (refusal) {
				if (!(refusal instanceof RateLimiterRes)) throw refusal
				throw new AppError({
					code: 'over_request_rate_limit',
					status: 429,
					message: 'Request rate limit reached',
					retryAfter: Math.max(1, Math.ceil(refusal.msBeforeNext / 1000)),
				})
			}
		},
	}
}
