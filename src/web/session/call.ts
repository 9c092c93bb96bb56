import type { SupabaseClient, User } from '@supabase/supabase-js'
import { checkSession } from './end-of-session.ts'
import { type Failure, watchFailures } from './failed-requests.ts'
import { awaitsSecondStep } from './read-session.ts'
import { getSupabase } from './supabase.ts'

/** The outcome of a call: the client library’s answer, or null if the library could not be loaded or failed unexpectedly. */
export interface CallResult<T> {
	answer: T | null
	failure: Failure
}

/**
 * Makes one call through the client library. Never rejects. The returned failure is that of the last failed request whose
 * path begins with `pathPrefix`.
 */
export async function call<T>(
	pathPrefix: string,
	run: (supabase: SupabaseClient) => PromiseLike<T>,
): Promise<CallResult<T>> {
	return watchFailures(pathPrefix, async (currentFailure) => {
		const supabase = await getSupabase().catch(() => null)
		if (supabase === null) return { answer: null, failure: { reference: null, unreachable: true } }
		try {
			return { answer: await run(supabase), failure: currentFailure() }
		} catch (error) {
			console.warn('A call failed unexpectedly.', error)
			return { answer: null, failure: currentFailure() }
		}
	})
}

/** The user of the current session; `unknown` if the session had to be refreshed and the server didn’t respond. */
export type CurrentUser =
	| { kind: 'user'; user: User }
	| { kind: 'signed-out' }
	| { kind: 'unknown'; failure: Failure }

/** In milliseconds. The client library retries a refresh for half a minute, which is too long for a button. */
const longestWait = 8_000

/** Returns the user of the current session, after refreshing it if it has expired. */
export async function currentUser(): Promise<CurrentUser> {
	const asked = call('/auth/v1/token', (supabase) => supabase.auth.getSession())
	const { answer, failure } = await Promise.race([asked, noAnswerInTime()])
	if (answer === null) return { kind: 'unknown', failure }
	const { session } = answer.data
	if (session !== null)
		return awaitsSecondStep(session) ? { kind: 'signed-out' } : { kind: 'user', user: session.user }
	// The session is still stored: the server could not be reached to refresh it.
	if (answer.error?.name === 'AuthRetryableFetchError') return { kind: 'unknown', failure }
	return { kind: 'signed-out' }
}

function noAnswerInTime(): Promise<CallResult<never>> {
	const late: CallResult<never> = { answer: null, failure: { reference: null, unreachable: true } }
	return new Promise((resolve) => {
		setTimeout(() => resolve(late), longestWait)
	})
}

/** Returns whether a session that another API has refused is still valid; true if the server did not respond. */
export async function isStillSignedIn(): Promise<boolean> {
	const { answer } = await call('/auth/v1/user', checkSession)
	return answer ?? true
}
