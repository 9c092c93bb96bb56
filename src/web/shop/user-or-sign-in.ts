import type { User } from '@supabase/supabase-js'
import { currentUser, isStillSignedIn } from '#web/session/call.ts'
import { toastFailure } from '#web/session/toasts.tsx'
import { askToSignIn, type SignInPrompt } from './sign-in-first.ts'

/**
 * Returns the user. Returns null after asking the visitor to sign in or, if the server did not respond, after showing
 * `errorTitle`.
 */
export async function userOrSignIn(prompt: SignInPrompt, errorTitle: string): Promise<User | null> {
	const current = await currentUser()
	if (current.kind === 'user') return current.user
	if (current.kind === 'signed-out') askToSignIn(prompt, 'sign-in')
	else toastFailure(errorTitle, current.failure)
	return null
}

/** Checks the session after a refusal. If it has ended, asks the visitor to sign in and returns true. */
export async function sessionHasEnded(prompt: SignInPrompt): Promise<boolean> {
	if (await isStillSignedIn()) return false
	askToSignIn(prompt, 'sign-in')
	return true
}
