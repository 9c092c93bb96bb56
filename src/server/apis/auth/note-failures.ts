import type { AuthDependencies } from '#server/apis/auth/dependencies.ts'
import type { StepMethod } from '#server/apis/auth/sessions/sessions.ts'
import { AppError } from '#server/platform/app-error.ts'
import type { Tried } from '#server/platform/refusals/refusals.ts'

/** The ways to sign in, and to prove again who one is. The log names them so. */
export type WayIn =
	| 'password'
	| 'email link'
	| 'email code'
	| 'text code'
	| 'code of a sign-in'
	| 'passkey'
	| 'ID token'
	| 'provider'
	| 'university'
	| 'wallet'
	| StepMethod
	| 'password again'
	| 'code again'
	| 'link to keep the second step'
	| 'invitation'
	| 'link of a local start'

interface Attempt {
	way: WayIn
	tried: Tried
	/** The network address. */
	from: string
}

/** Runs an attempt to get in. If it is refused, the refusal is recorded, and thrown as it is. */
export async function noteFailures<T>(
	{ refusals, settings }: Pick<AuthDependencies, 'refusals' | 'settings'>,
	{ way, tried, from }: Attempt,
	work: () => Promise<T>,
): Promise<T> {
	try {
		return await work()
	} catch (error) {
		if (error instanceof AppError && error.status < 500)
			refusals.note({
				place: settings.ofAdmin === true ? 'admin' : 'shop',
				what: way,
				code: error.code,
				tried,
				from,
			})
		throw error
	}
}
