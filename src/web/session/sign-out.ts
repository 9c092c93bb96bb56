import { toast } from '#web/ui/toast.ts'
import { call } from './call.ts'
import { signOutQuietly } from './end-of-session.ts'
import { toastFailure } from './toasts.tsx'

/** Ends all of the user’s sessions. If that fails, the visitor is told and stays signed in. */
export async function signOut(): Promise<void> {
	const { answer, failure } = await signOutQuietly(() =>
		call('/auth/v1/logout', (supabase) => supabase.auth.signOut()),
	)
	if (answer === null || answer.error !== null) {
		toastFailure('You’re still signed in', failure, 'Signing out didn’t work. Please try again.')
	} else {
		toast.success('You’re signed out')
	}
}

/** Ends the session in this browser only, and says nothing: the page that asks for it shows what comes next. */
export async function signOutHere(): Promise<void> {
	await signOutQuietly(() => call('/auth/v1/logout', (supabase) => supabase.auth.signOut({ scope: 'local' })))
}
