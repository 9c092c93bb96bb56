import { createHash } from 'node:crypto'
import type pg from 'pg'
import {
	type RateLimiterAbstract,
	RateLimiterMemory,
	RateLimiterPostgres,
	RateLimiterRes,
} from 'rate-limiter-flexible'
import type { Database } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { tooManyRequests } from '#server/platform/errors.ts'
import { networksOf } from '#server/platform/http/client-address.ts'
import { type Clock, dayMs } from '#shared/clock.ts'

/** A rate limit: at most `points` times in `seconds`. */
export interface Limit {
	points: number
	seconds: number
}

interface LimitRule extends Limit {
	/** Attempts are counted by network address, and by the wider IPv6 networks that contain it. */
	by?: 'address'
	/**
	 * After the points are used up, one more attempt is allowed after each delay. The first delay lasts `first` seconds, and each
	 * further one is twice as long as the one before, up to `longest`.
	 */
	waits?: { first: number; longest: number }
}

const growing = { first: 30, longest: 900 }

/**
 * The limits, which are counted across all servers on the database. If the reference server has a limit too, ours is usually
 * the same.
 */
const limits = {
	signUp: { points: 30, seconds: 300, by: 'address' },
	/** Anonymous users made from one address. */
	signUpAnonymous: { points: 30, seconds: 3600, by: 'address' },
	/** Wrong passwords from one address, for any account. A campus shares one address. */
	signIn: { points: 150, seconds: 300, by: 'address' },
	/** Wrong passwords for one account from a network its user has signed in from. */
	signInFamiliar: { points: 10, seconds: 300 },
	/** Wrong passwords for one account from all other networks in total. */
	signInStrangers: { points: 10, seconds: 86_400, waits: growing },
	/** Sign-ins with the correct password for one account from one network. They are limited because each creates a session. */
	signInDone: { points: 60, seconds: 300 },
	/** Wrong current passwords and nonces of one signed-in user. */
	reauthenticate: { points: 10, seconds: 300 },
	refresh: { points: 150, seconds: 300, by: 'address' },
	/** Starts and callbacks of OAuth sign-ins. A campus shares one address. */
	oauth: { points: 300, seconds: 300, by: 'address' },
	/** Starts and responses of sign-ins at a university. A campus shares one address. */
	sso: { points: 300, seconds: 300, by: 'address' },
	/** Invalid links and codes. */
	verify: { points: 30, seconds: 300, by: 'address' },
	/**
	 * Wrong emailed codes of any kind for one account: in its own sessions, from each of its own networks, and from all others in
	 * total. Links are too long to be guessed, so they keep working.
	 */
	emailCodeGuess: { points: 20, seconds: 86_400, waits: growing },
	/** Changes by one user to their own account. */
	updateUser: { points: 30, seconds: 300 },
	/** Requests for emails with a link or code. */
	email: { points: 30, seconds: 300, by: 'address' },
	/** Requests from one address to email one mailbox again, whether or not the mailbox has an account. */
	emailAgain: { points: 1, seconds: 60 },
	/** Requests for text messages. A campus shares one address. */
	text: { points: 30, seconds: 3600, by: 'address' },
	/** Requests from one address to text one number again, whether or not the number has an account. */
	textAgain: { points: 1, seconds: 60 },
	/** Wrong texted codes for one number when a signed-in user reauthenticates. Other texted codes have limits of their own. */
	textCodeGuess: { points: 20, seconds: 86_400 },
	/** Starts of a sign-in with a passkey. A campus shares one address. */
	passkeyChallenge: { points: 300, seconds: 300, by: 'address' },
	/** Challenges for the second factors of one account, and all answers to them, including correct ones. */
	factorChallenge: { points: 15, seconds: 60 },
	factorVerify: { points: 15, seconds: 60 },
	/** Wrong codes for one account from a network, or by a sign-in method, that its user has used before. */
	factorFamiliar: { points: 30, seconds: 3600 },
	/** Wrong codes for one account from all other networks in total. */
	factorStrangers: { points: 10, seconds: 86_400, waits: growing },
	/** Wrong recovery codes in one session. */
	recoveryGuess: { points: 10, seconds: 3600 },
	/** Captcha tokens checked. A campus shares one address. */
	captcha: { points: 300, seconds: 300, by: 'address' },
	checkout: { points: 60, seconds: 300 },
	checkoutAddress: { points: 150, seconds: 300, by: 'address' },
	/** Discount codes that the shop doesn't have. A campus shares one address. */
	codeGuess: { points: 60, seconds: 3600, by: 'address' },
	/** Requests for an email about a release, by network and by mailbox. Each request may send an email to any address. */
	noticeAddress: { points: 30, seconds: 3600, by: 'address' },
	noticeEmail: { points: 5, seconds: 86_400 },
	/** Attempts with unknown tokens from emails about releases. */
	noticeToken: { points: 100, seconds: 300, by: 'address' },
	takeFree: { points: 30, seconds: 3600 },
	/** Reviews written or edited by one user: every version is stored. */
	writeReview: { points: 20, seconds: 3600 },
	/** Updates by one user: each leaves a dead row behind, even if nothing changes. */
	updateRows: { points: 30, seconds: 60 },
	/** Wrong passwords for a rehearsal. */
	rehearsalPassword: { points: 20, seconds: 300, by: 'address' },
	policyReport: { points: 30, seconds: 300, by: 'address' },
	/** Changes and downloads by one member of staff. */
	adminAct: { points: 240, seconds: 60 },
	/** Example emails that one member of staff sends to their own address. */
	testMessage: { points: 20, seconds: 3600 },
	/** Counted by user, or by address if the caller is signed out. */
	signedUrl: { points: 120, seconds: 60, by: 'address' },
} satisfies Record<string, LimitRule>

export type LimitName = keyof typeof limits

/** The names of the limits, for the setting that changes them. */
export const limitNames: ReadonlySet<string> = new Set(Object.keys(limits))

export interface RateLimits {
	/** Counts an attempt by `key` (an address, a user id, an email). Throws `over_request_rate_limit` if the limit is exceeded. */
	consume(name: LimitName, key: string): Promise<void>
	/** Takes back a counted attempt, for limits that only count failures. */
	giveBack(name: LimitName, key: string): Promise<void>
}

/** Counts one limit. `consume` rejects with a `RateLimiterRes` if it is exceeded. */
interface Counter {
	consume(key: string): Promise<void>
	giveBack(key: string): Promise<void>
}

interface RateLimitOptions {
	pool: pg.Pool
	/** Multiplies every limit; 1 in production, more in tests that use one address. */
	scale: number
	/** The limits that the owner has changed, by name. */
	changed?: ReadonlyMap<string, Limit>
	/** How many workers this server has; 1 by default. */
	workers?: number
}

/**
 * Creates the rate limits, which are counted in PostgreSQL. While PostgreSQL is unreachable, each server counts on its own, and
 * its workers divide the limits among them.
 */
export function createRateLimits({
	pool,
	scale,
	changed = new Map(),
	workers = 1,
}: RateLimitOptions): RateLimits {
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
			// Exceeded limits are cached in memory, so a flood of requests does not reach the database.
			inMemoryBlockOnConsumed: points + 1,
			insuranceLimiter: new RateLimiterMemory({ ...common, points: Math.ceil(points / workers) }),
		})
	}
	const counterOf = (name: string, rule: LimitRule): Counter => {
		const { seconds, ...figures } = { ...rule, ...changed.get(name) }
		const points = figures.points * scale
		if (rule.by === 'address')
			return countByNetwork((share) => limiterOf({ points: points * share, seconds, prefix: name }))
		if (rule.waits === undefined) return countByKey(limiterOf({ points, seconds, prefix: name }))
		return countWithWaits({
			tries: limiterOf({ points: unlimited, seconds, prefix: name }),
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

/**
 * Counts an address in each of its networks. If one of the networks is over its limit, the attempt is counted in none of them.
 */
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

/** A limit that is never reached, for `tries`, which only counts attempts. `gate` refuses the excess ones. */
const unlimited = 1_000_000_000

interface WaitOptions {
	/** Counts attempts without refusing any. */
	tries: RateLimiterAbstract
	/** Lets one attempt through, then none until its delay is over. */
	gate: RateLimiterAbstract
	points: number
	waits: { first: number; longest: number }
}

/**
 * Allows `points` attempts, and then one more after each delay. A limit that several clients share must never block for long.
 * Otherwise one client could lock out all the others.
 */
function countWithWaits({ tries, gate, points, waits }: WaitOptions): Counter {
	return {
		consume: async (key) => {
			const id = hashed(key)
			// Checked first, so that refused attempts neither count nor extend the delay.
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

/** Turns a limiter's rejection into an `AppError` with the seconds to wait; returns any other error unchanged. */
export function asRateLimitError(refusal: unknown, message: string): unknown {
	if (!(refusal instanceof RateLimiterRes)) return refusal
	return tooManyRequests(message, Math.max(1, Math.ceil(refusal.msBeforeNext / 1000)))
}

function hashed(key: string): string {
	return createHash('sha256').update(key).digest('base64url')
}

/** Deletes expired counters. */
export async function purgeCounters({
	database,
	clock,
}: {
	database: Database
	clock: Clock
}): Promise<void> {
	await database.query(sql`delete from shop.rate_limits where expire < ${clock.now().getTime() - dayMs}`)
}
