import { createHash } from 'node:crypto'
import type pg from 'pg'
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import { AppError } from '#shared/app-error.ts'

/** How often a thing may be done: `points` times in `seconds`. */
export interface Limit {
	points: number
	seconds: number
}

/** The reference server's figures where it has any (30 in five minutes), counted across every server on the database. */
const limits = {
	signUp: { points: 30, seconds: 300 },
	/** Anonymous users made from one address. */
	signUpAnonymous: { points: 30, seconds: 3600 },
	/** Wrong passwords from one address, whoever they were tried for. A campus shares one. */
	signIn: { points: 150, seconds: 300 },
	/** Wrong passwords for one account from one address. */
	signInPair: { points: 10, seconds: 300 },
	/** Wrong passwords for one account from anywhere. Beyond it nobody is refused; strangers' tries are counted as `signInStranger`. */
	signInAccount: { points: 30, seconds: 300 },
	/** The same as `signInPair` while an account is under attack, from an address its owner has not signed in from. */
	signInStranger: { points: 2, seconds: 300 },
	/** Right passwords for one account from one address: each opens a session, which is kept. */
	signInDone: { points: 60, seconds: 300 },
	/** Wrong current passwords and nonces of one signed-in person. */
	reauthenticate: { points: 10, seconds: 300 },
	refresh: { points: 150, seconds: 300 },
	/** Visits to outside providers begun, and returns from them. A campus shares one address. */
	outside: { points: 300, seconds: 300 },
	/** Links and codes that were wrong. */
	verify: { points: 30, seconds: 300 },
	/** One person. */
	updateUser: { points: 30, seconds: 300 },
	mail: { points: 30, seconds: 300 },
	/** One address asking for mail to one mailbox again, known or not: it learns nothing but what it did itself. */
	mailAgain: { points: 1, seconds: 60 },
	/** Every mail asked for, by anybody. */
	mailServer: { points: 20_000, seconds: 3600 },
	/** One person's second step, from where they have not taken it before: challenges, and codes tried. */
	factorChallenge: { points: 15, seconds: 60 },
	factorVerify: { points: 15, seconds: 60 },
	/** Wrong codes of the same; a patient guesser meets this one. */
	factorGuess: { points: 30, seconds: 3600 },
	/** Wrong recovery codes in one session. */
	recoveryGuess: { points: 10, seconds: 3600 },
	checkout: { points: 60, seconds: 300 },
	checkoutAddress: { points: 150, seconds: 300 },
	takeFree: { points: 30, seconds: 3600 },
	policyReport: { points: 30, seconds: 300 },
	signedUrl: { points: 120, seconds: 60 },
} satisfies Record<string, Limit>

export type LimitName = keyof typeof limits

/** The limits by name, for the setting that changes some. */
export const limitNames: ReadonlySet<string> = new Set(Object.keys(limits))

export interface RateLimits {
	/** Counts one more try by `key` (an address, a user id, an email). Throws `over_request_rate_limit` when it is one too many. */
	consume(name: LimitName, key: string): Promise<void>
	/** Takes one counted try back, where only failures are to count. */
	giveBack(name: LimitName, key: string): Promise<void>
	/** Whether the next try would be one too many; counts nothing. */
	isSpent(name: LimitName, key: string): Promise<boolean>
}

interface RateLimitOptions {
	pool: pg.Pool
	/** Multiplies every figure; 1 in normal service, more where a test drives the shop from one address. */
	scale: number
	/** The operator's own figures, by the limit's name. */
	changed?: ReadonlyMap<string, Limit>
}

/** Limits kept in PostgreSQL; while that is away each server counts for itself. */
export function createRateLimits({ pool, scale, changed = new Map() }: RateLimitOptions): RateLimits {
	const limiters = new Map(
		Object.entries(limits).map(([name, standard]) => {
			const { points, seconds } = changed.get(name) ?? standard
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
				await limiters.get(name)?.consume(hashed(key))
			} catch (refusal) {
				throw asLimitRefusal(refusal, 'Request rate limit reached')
			}
		},
		giveBack: async (name, key) => {
			await limiters.get(name)?.reward(hashed(key))
		},
		isSpent: async (name, key) => {
			const counted = await limiters.get(name)?.get(hashed(key))
			return counted != null && counted.remainingPoints <= 0
		},
	}
}

/** What a limiter rejects with, as our own refusal with the seconds to wait; any other failure as it is. */
export function asLimitRefusal(refusal: unknown, message: string): unknown {
	if (!(refusal instanceof RateLimiterRes)) return refusal
	return new AppError({
		code: 'over_request_rate_limit',
		status: 429,
		message,
		retryAfter: Math.max(1, Math.ceil(refusal.msBeforeNext / 1000)),
	})
}

function hashed(key: string): string {
	return createHash('sha256').update(key).digest('base64url')
}
