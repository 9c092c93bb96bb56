import type { User } from '@supabase/supabase-js'
import { currentUser } from '#web/session/call.ts'
import { isStillSignedIn } from '#web/session/end-of-session.ts'
import type { AuthTab } from '#web/session/sign-in-paths.ts'
import { hasStoredSession } from '#web/session/stored-session.ts'
import { toastFailure } from '#web/session/toasts.tsx'
import { toast } from '#web/ui/toast.ts'

/** How to ask the visitor to sign in for an action that needs it. */
export interface SignInPrompt {
	message: 'Please sign in to download PDFs' | 'Please sign in to purchase this product'
	/** Goes to the sign-in page. Visitors whose session has just ended have an account, and others may need one. */
	goToSignIn: (tab: AuthTab) => void
}

/** Sends a visitor without a stored session to sign in. Synchronous, so that a tab can still be opened in the same click. */
export function redirectedToSignIn(prompt: SignInPrompt): boolean {
	if (hasStoredSession()) return false
	askToSignIn(prompt, 'sign-up')
	return true
}

/** Returns the user. Null once the visitor has been asked to sign in, or has been shown `errorTitle` if the server did not answer. */
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

function askToSignIn(prompt: SignInPrompt, tab: AuthTab): void {
	toast.error(prompt.message)
	prompt.goToSignIn(tab)
}
