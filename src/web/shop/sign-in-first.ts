import type { AuthTab } from '#web/session/sign-in-paths.ts'
import { hadStoredSession, hasStoredSession } from '#web/session/stored-session.ts'
import { painted } from '#web/ui/painted.ts'
import { toast } from '#web/ui/toast.ts'

/** How to ask the visitor to sign in for an action that needs it. */
export interface SignInPrompt {
	message: 'Please sign in to download PDFs' | 'Please sign in to purchase this product'
	/**
	 * Goes to the sign-in page. The tab is the sign-in form if the visitor's session has just ended, otherwise the sign-up form,
	 * because they may need an account.
	 */
	goToSignIn: (tab: AuthTab) => void
}

/**
 * Sends a visitor without a stored session to sign in, after the browser has painted the pressed button. Returns immediately, so
 * that the caller can still open a tab within the same click.
 */
export function redirectedToSignIn(prompt: SignInPrompt): boolean {
	if (hasStoredSession()) return false
	void painted().then(() => askToSignIn(prompt, hadStoredSession() ? 'sign-in' : 'sign-up'))
	return true
}

export function askToSignIn(prompt: SignInPrompt, tab: AuthTab): void {
	toast.error(prompt.message, { forNextPage: true })
	prompt.goToSignIn(tab)
}
