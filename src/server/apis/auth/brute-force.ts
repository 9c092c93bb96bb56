import type { AuthDependencies } from '#server/apis/auth/dependencies.ts'
import { limitFailures } from '#server/apis/auth/failure-limits.ts'
import type { LimitName } from '#server/platform/http/rate-limit.ts'

/** The limits on wrong attempts at one kind of secret. */
interface AttemptLimits {
	familiar: LimitName
	strangers: LimitName
}

export const passwordLimits: AttemptLimits = { familiar: 'signInFamiliar', strangers: 'signInStrangers' }
export const codeLimits: AttemptLimits = { familiar: 'factorFamiliar', strangers: 'factorStrangers' }

export interface Attempt {
	limits: AttemptLimits
	/** The account it is about, by its id or email. */
	account: string
	/**
	 * What only the account's user can use up: a network they signed in from before, or a mailbox they have shown. Undefined for
	 * everyone else.
	 */
	familiarBy: string | undefined
	/** Limits that hold for strangers as well, whichever account they try. */
	alsoForStrangers?: readonly (readonly [LimitName, string])[]
}

/**
 * Checks a password or code, counting wrong guesses. All strangers to an account share one budget, wherever they are, so many
 * addresses give no more guesses than one. The user has a budget of their own for each place they usually sign in from, so no
 * stranger can keep them out there; elsewhere they may have to wait, or sign in by email.
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

/**
 * Returns the key an attempt is counted under: one shared by all strangers to the account, or one of the user's own.
 */
export function attemptKey({ account, familiarBy }: Pick<Attempt, 'account' | 'familiarBy'>): string {
	return familiarBy === undefined ? account : `${account} ${familiarBy}`
}
