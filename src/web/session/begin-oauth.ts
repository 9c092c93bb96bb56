import { safeRedirect } from '#shared/safe-redirect.ts'
import { call } from './call.ts'
import { toastUnexpected } from './toasts.tsx'

/** Sends the browser to Google, which sends it back to the home page (docs/specification.md section 7). */
export async function continueWithGoogle(target: string): Promise<'leaving' | 'failed'> {
	rememberTarget(target)
	const { answer, failure } = await call('/auth/v1/authorize', (supabase) =>
		supabase.auth.signInWithOAuth({
			provider: 'google',
			options: { redirectTo: `${window.location.origin}/` },
		}),
	)
	if (answer?.error === null) return 'leaving'
	toastUnexpected(failure)
	return 'failed'
}

const targetKey = 'headstart-return-to'

/** Stores, in this tab, the page to go to after signing in elsewhere. If storage is off, that is the home page. */
export function rememberTarget(target: string): void {
	try {
		window.sessionStorage.setItem(targetKey, target)
	} catch {
		return
	}
}

/** Returns the stored page and deletes it. */
export function takeTarget(): string {
	try {
		const target = window.sessionStorage.getItem(targetKey)
		window.sessionStorage.removeItem(targetKey)
		return safeRedirect(target)
	} catch {
		return '/'
	}
}
