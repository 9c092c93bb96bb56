import { safeRedirect } from '#shared/safe-redirect.ts'
import { tabStorage } from '#web/ui/browser-storage.ts'
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
	tabStorage.write(targetKey, target)
}

/** Returns the stored page and deletes it. */
export function takeTarget(): string {
	const target = tabStorage.read(targetKey)
	tabStorage.remove(targetKey)
	return safeRedirect(target)
}
