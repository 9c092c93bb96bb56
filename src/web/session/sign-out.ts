import { toast } from '#web/ui/toast.ts'
import { call } from './call.ts'
import { signOutQuietly } from './end-of-session.ts'
import { requestsAnswered } from './failed-requests.ts'
import { toastFailure } from './toasts.tsx'

/** Ends all of the user’s sessions. If that fails, a message says so and the visitor stays signed in. */
export async function signOut(): Promise<void> {
	const { answer, failure } = await endSession('global')
	if (answer === null || answer.error !== null) {
		toastFailure('You’re still signed in', failure, 'Signing out didn’t work. Please try again.')
	} else {
		toast.success('You’re signed out')
	}
}

/** Ends the session in this browser only. Shows nothing, because the page that calls it shows what comes next. */
export async function signOutHere(): Promise<void> {
	await endSession('local')
}

/** Ends the session once the page's own requests have been answered. The server would refuse any that arrived later. */
function endSession(scope: 'global' | 'local') {
	return signOutQuietly(() =>
		call('/auth/v1/logout', async (supabase) => {
			// Requests that wait for the session are sent before `getSession` resolves.
			await requestsAnswered(supabase.auth.getSession())
			return await supabase.auth.signOut({ scope })
		}),
	)
}
