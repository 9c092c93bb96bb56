import { createHash } from 'node:crypto'
import type pg from 'pg'
import {
	type RateLimiterAbstract,
	RateLimiterMemory,
	RateLimiterPostgres,
	RateLimiterRes,
} from 'rate-limiter-flexible'
import { networksOf } from '#server/platform/http/client-address.ts'
import { AppError } from '#shared/app-error.ts'

/** How often a thing may be done: `points` times in `seconds`. */
export interface Limit {
	points: number
	seconds: number
}

interface LimitRule extends Limit {
	/** Counted by network address, and by the wider IPv6 networks it is in. */
	by?: 'address'
	/** Beyond its points it may still be done now and then: after a wait that doubles each time, in seconds. */
	waits?: { first: number; longest: number }
}

const growing = { first: 30, longest: 900 }

/** The reference server's figures where it has any (30 in five minutes), counted across every server on the database. */
const limits = {
	signUp: { points: 30, seconds: 300, by: 'address' },
	/** Anonymous users made from one address. */
	signUpAnonymous: { points: 30, seconds: 3600, by: 'address' },
	/** Wrong passwords from one address, whichever accounts they were for. A campus shares one. */
	signIn: { points: 150, seconds: 300, by: 'address' },
	/** Wrong passwords for one account from a network its user has signed in from. */
	signInFamiliar: { points: 10, seconds: 300 },
	/** Wrong passwords for one account from all other networks together. */
	signInStrangers: { points: 10, seconds: 86_400, waits: growing },
	/** Right passwords for one account from one network: each opens a session, which is kept. */
	signInDone: { points: 60, seconds: 300 },
	/** Wrong current passwords and nonces of one signed-in user. */
	reauthenticate: { points: 10, seconds: 300 },
	refresh: { points: 150, seconds: 300, by: 'address' },
	/** Sign-ins by OAuth begun, and returns from them. A campus shares one address. */
	outside: { points: 300, seconds: 300, by: 'address' },
	/** Links and codes that were wrong. */
	verify: { points: 30, seconds: 300, by: 'address' },
	/** Wrong emailed codes of every kind for one mailbox. Links are too long to be guessed and go on working. */
	mailCodeGuess: { points: 20, seconds: 86_400 },
	/** One user. */
	updateUser: { points: 30, seconds: 300 },
	mail: { points: 30, seconds: 300, by: 'address' },
	/** One address asking for mail to one mailbox again, known or not: it learns nothing but what it did itself. */
	mailAgain: { points: 1, seconds: 60 },
	/** One account's second step: challenges, and codes tried, right ones too. */
	factorChallenge: { points: 15, seconds: 60 },
	factorVerify: { points: 15, seconds: 60 },
	/** Wrong codes for one account from a network or by a way its user has signed in. */
	factorFamiliar: { points: 30, seconds: 3600 },
	/** Wrong codes for one account from all other networks together. */
	factorStrangers: { points: 10, seconds: 86_400, waits: growing },
	/** Wrong recovery codes in one session. */
	recoveryGuess: { points: 10, seconds: 3600 },
	checkout: { points: 60, seconds: 300 },
	checkoutAddress: { points: 150, seconds: 300, by: 'address' },
	takeFree: { points: 30, seconds: 3600 },
	/** Changes of rows asked for by one user: each leaves a dead row behind, also if nothing is different. */
	updateRows: { points: 30, seconds: 60 },
	policyReport: { points: 30, seconds: 300, by: 'address' },
	/** One user, or one address that is nobody's. */
	signedUrl: { points: 120, seconds: 60, by: 'address' },
} satisfies Record<string, LimitRule>

export type LimitName = keyof typeof limits

/** The limits by name, for the setting that changes some. */
export const limitNames: ReadonlySet<string> = new Set(Object.keys(limits))

export interface RateLimits {
	/** Counts one more try by `key` (an address, a user id, an email). Throws `over_request_rate_limit` if it is one too many. */
	consume(name: LimitName, key: string): Promise<void>
	/** Takes one counted try back, where only failures are to count. */
	giveBack(name: LimitName, key: string): Promise<void>
}

/** What counts one limit. `consume` rejects with a `RateLimiterRes` if there is no room. */
interface Counter {
	consume(key: string): Promise<void>
	giveBack(key: string): Promise<void>
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
	const limiterOf = ({ points, seconds, prefix }: Limit & { prefix: string }) => {
		const common = { points, duration: seconds, keyPrefix: prefix }
		return new RateLimiterPostgres({
			...common,
			storeClient: pool,
			storeType: 'pool',
			schemaName: 'shop',
			tableName: 'rate_limits',
			tableCreated: true,
			clearExpiredByTimeout: false,
			// Refusals are remembered here until they end, so a flood costs the database nothing.
			inMemoryBlockOnConsumed: points + 1,
			insuranceLimiter: new RateLimiterMemory(common),
		})
	}
	const counterOf = (name: string, rule: LimitRule): Counter => {
		const { seconds, ...figures } = { ...rule, ...changed.get(name) }
		const points = figures.points * scale
		if (rule.by === 'address')
			return countByNetwork((share) => limiterOf({ points: points * share, seconds, prefix: name }))
		if (rule.waits === undefined) return countByKey(limiterOf({ points, seconds, prefix: name }))
		return countWithWaits({
			tries: limiterOf({ points: uncounted, seconds, prefix: name }),
			gate: limiterOf({ points: 1, seconds: rule.waits.longest, prefix: `${name}Wait` }),
			points,
			waits: rule.waits,
		})
	}
	const counters = new Map(Object.entries(limits).map(([name, rule]) => [name, counterOf(name, rule)]))
	return {
		consume: async (name, key) => {
			try {
				await counters.get(name)?.consume(key)
			} catch (refusal) {
				throw asRateLimitError(refusal, 'Request rate limit reached')
			}
		},
		giveBack: async (name, key) => {
			await counters.get(name)?.giveBack(key)
		},
	}
}

function countByKey(limiter: RateLimiterAbstract): Counter {
	return {
		consume: async (key) => void (await limiter.consume(hashed(key))),
		giveBack: async (key) => void (await limiter.reward(hashed(key))),
	}
}

/** Counts an address in every network it is in. What one of them refuses counts in none. */
export function countByNetwork(limiterFor: (share: number) => RateLimiterAbstract): Counter {
	const shares = new Map<number, Counter>()
	const counterFor = (share: number): Counter => {
		const counter = shares.get(share) ?? countByKey(limiterFor(share))
		shares.set(share, counter)
		return counter
	}
	return {
		consume: async (address) => {
			const counted: (() => Promise<void>)[] = []
			try {
				for (const { network, share } of networksOf(address)) {
					const counter = counterFor(share)
					await counter.consume(network)
					counted.push(() => counter.giveBack(network))
				}
			} catch (refusal) {
				await Promise.all(counted.map((takeBack) => takeBack()))
				throw refusal
			}
		},
		giveBack: async (address) => {
			await Promise.all(networksOf(address).map(({ network, share }) => counterFor(share).giveBack(network)))
		},
	}
}

/** More tries than a day can hold: they are counted, and the gate refuses. */
const uncounted = 1_000_000_000

interface WaitOptions {
	/** Counts tries and refuses none. */
	tries: RateLimiterAbstract
	/** Lets one try through, then none until a wait is over. */
	gate: RateLimiterAbstract
	points: number
	waits: { first: number; longest: number }
}

/**
 * Lets `points` tries through, and one after each wait from then on. A limit that many people share must never be closed for
 * long: one of them could keep it closed for the others.
 */
function countWithWaits({ tries, gate, points, waits }: WaitOptions): Counter {
	return {
		consume: async (key) => {
			const id = hashed(key)
			// Asked first, so that a flood of refused tries neither counts nor makes the wait longer.
			const wait = await gate.get(id)
			if (wait !== null && wait.msBeforeNext > 0) throw wait
			const { consumedPoints } = await tries.consume(id)
			if (consumedPoints < points) return
			const seconds = Math.min(waits.first * 2 ** (consumedPoints - points), waits.longest)
			try {
				await gate.consume(id, 1, { customDuration: seconds })
			} catch (refusal) {
				await tries.reward(id)
				throw refusal
			}
		},
		giveBack: async (key) => {
			await Promise.all([tries.reward(hashed(key)), gate.delete(hashed(key))])
		},
	}
}

/** What a limiter rejects with, as our own refusal with the seconds to wait; any other failure as it is. */
export function asRateLimitError(refusal: unknown, message: string): unknown {
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
