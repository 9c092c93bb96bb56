import type { User } from '@supabase/supabase-js'
import { call } from './call.ts'
import type { Failure } from './failures.ts'

/** Who acts: a user, nobody, or not to be told because the server could not be asked. */
export type CurrentUser =
	| { kind: 'user'; user: User }
	| { kind: 'nobody' }
	| { kind: 'unknown'; failure: Failure }

/** The user of the live session, refreshed if it had run out. */
export async function currentUser(): Promise<CurrentUser> {
	const { answer, failure } = await call('/auth/v1/token', (supabase) => supabase.auth.getSession())
	if (answer === null) return { kind: 'unknown', failure }
	if (answer.data.session !== null) return { kind: 'user', user: answer.data.session.user }
	// A session that could not be refreshed for want of an answer is still stored, and not over.
	if (answer.error?.name === 'AuthRetryableFetchError') return { kind: 'unknown', failure }
	return { kind: 'nobody' }
}
