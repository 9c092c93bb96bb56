import type { AuthTab } from '#web/session/sign-in-paths.ts'
import { hadStoredSession, hasStoredSession } from '#web/session/stored-session.ts'
import { toast } from '#web/ui/toast.ts'

/** How to ask the visitor to sign in for an action that needs it. */
export interface SignInPrompt {
	message: 'Please sign in to download PDFs' | 'Please sign in to purchase this product'
	/** Goes to the sign-in page. Visitors whose session has just ended have an account, and others may need one. */
	goToSignIn: (tab: AuthTab) => void
}

/**
 * Sends a visitor without a stored session to sign in, once the press itself has been painted. Answers at once, so that a tab can still be
 * opened in the same click.
 */
export function redirectedToSignIn(prompt: SignInPrompt): boolean {
	if (hasStoredSession()) return false
	afterPaint(() => askToSignIn(prompt, hadStoredSession() ? 'sign-in' : 'sign-up'))
	return true
}

export function askToSignIn(prompt: SignInPrompt, tab: AuthTab): void {
	toast.error(prompt.message)
	prompt.goToSignIn(tab)
}

/** Runs something after the next frame has been painted. A slow phone shows nothing of a press until its handler has returned. */
function afterPaint(run: () => void): void {
	requestAnimationFrame(() => setTimeout(run))
}
