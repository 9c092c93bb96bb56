import type { AuthDependencies } from '#server/apis/auth/dependencies.ts'
import { AppError } from '#server/platform/app-error.ts'
import type { LimitName, RateLimits } from '#server/platform/http/rate-limit.ts'

/** The limits on wrong attempts at one kind of secret. */
interface AttemptLimits {
	familiar: LimitName
	strangers: LimitName
}

export const passwordLimits: AttemptLimits = { familiar: 'signInFamiliar', strangers: 'signInStrangers' }
export const codeLimits: AttemptLimits = { familiar: 'factorFamiliar', strangers: 'factorStrangers' }

export interface Attempt {
	limits: AttemptLimits
	/** The id or the email address of the account. */
	account: string
	/**
	 * Why the attempt is probably the user's own: it comes from a network they have signed in from, or follows a
	 * sign-in by email or text. Such attempts have a budget that strangers cannot use up. Undefined for strangers.
	 */
	familiarBy: string | undefined
	/** Further limits for strangers, whichever account they try. */
	alsoForStrangers?: readonly (readonly [LimitName, string])[]
}

/**
 * Checks a password or code, counting wrong guesses. All strangers to an account share one budget, so an attack from many
 * network addresses has no more guesses than one from a single address. The user has a separate budget for each network they
 * usually sign in from, so strangers cannot lock them out there. From anywhere else they may have to wait, or sign in by email.
 */
export async function limitAttempts<T>(
	{ rateLimits }: Pick<AuthDependencies, 'rateLimits'>,
	{ limits, account, familiarBy, alsoForStrangers = [] }: Attempt,
	check: () => Promise<T>,
): Promise<T> {
	const key = attemptKey({ account, familiarBy })
	const counted: readonly (readonly [LimitName, string])[] =
		familiarBy === undefined ? [...alsoForStrangers, [limits.strangers, key]] : [[limits.familiar, key]]
	return await limitFailures(rateLimits, counted, check)
}

/** Returns the key that an attempt is counted under. All strangers to the account share one key. The user has others. */
export function attemptKey({ account, familiarBy }: Pick<Attempt, 'account' | 'familiarBy'>): string {
	return familiarBy === undefined ? account : `${account} ${familiarBy}`
}

/**
 * Runs work whose failures are limited. Each attempt is counted before it runs, so that parallel requests cannot exceed the
 * limit, and is taken off the count if it succeeds. Throws `over_request_rate_limit`.
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
		// A limit refused the attempt, so the work never ran. The limits that were checked before it must not count the attempt.
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
