import type { User } from '@supabase/supabase-js'
import { type Called, call } from './call.ts'
import type { Failure } from './failures.ts'
import { awaitsSecondStep } from './second-step.ts'

/** Who acts: a user, nobody, or not to be told because the server could not be asked. */
export type CurrentUser =
	| { kind: 'user'; user: User }
	| { kind: 'nobody' }
	| { kind: 'unknown'; failure: Failure }

/** Milliseconds. The client library tries a refresh for half a minute; nobody waits that long for a button. */
const longestWait = 8_000

/** The user of the live session, refreshed if it had run out. */
export async function currentUser(): Promise<CurrentUser> {
	const asked = call('/auth/v1/token', (supabase) => supabase.auth.getSession())
	const { answer, failure } = await Promise.race([asked, noAnswerInTime()])
	if (answer === null) return { kind: 'unknown', failure }
	const { session } = answer.data
	if (session !== null)
		return awaitsSecondStep(session) ? { kind: 'nobody' } : { kind: 'user', user: session.user }
	// A session that could not be refreshed for want of an answer is still stored, and not over.
	if (answer.error?.name === 'AuthRetryableFetchError') return { kind: 'unknown', failure }
	return { kind: 'nobody' }
}

function noAnswerInTime(): Promise<Called<never>> {
	const late: Called<never> = { answer: null, failure: { reference: null, unreachable: true } }
	return new Promise((resolve) => {
		setTimeout(() => resolve(late), longestWait)
	})
}
