import type { ShelfProduct } from '#shared/catalogue-schema.ts'
import { readingGuideAt, waitingGuideAt } from '#shared/paths.ts'
import { safeRedirect } from '#shared/safe-redirect.ts'
import { keepsSiteData, tabStorage } from '#web/ui/browser-storage.ts'
import { toast } from '#web/ui/toast.ts'
import { call } from './call.ts'
import { toastUnexpected } from './toasts.tsx'

/**
 * Sends the browser to Google, which sends it back to the home page (docs/specification.md section 7). `products` are those to which
 * the target may lead.
 */
export async function continueWithGoogle(
	target: string,
	products: readonly ShelfProduct[],
): Promise<'leaving' | 'failed'> {
	if (refusesRedirects('Google')) return 'failed'
	rememberTarget(target, products)
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

/**
 * Returns whether the browser would have forgotten, on its return from a provider, that the visitor began to sign in there. If so,
 * shows the visitor what to allow.
 */
export function refusesRedirects(provider: string): boolean {
	if (navigator.cookieEnabled && keepsSiteData()) return false
	toast.error('Error', {
		description: `Your browser blocks cookies and site data, without which ${provider} can’t sign you in here. Allow them for ${window.location.host}, or use your email.`,
		duration: 10_000,
	})
	return true
}

const nextKey = 'headstart-next'
const targetKey = 'headstart-return-to'

/**
 * Stores, in this tab, the page to go to after signing in elsewhere, and the guide that is next there, which the page that the
 * browser returns to shows from its first paint.
 */
export function rememberTarget(target: string, products: readonly ShelfProduct[]): void {
	tabStorage.write(targetKey, target)
	const guide = waitingGuideAt(products, target) ?? readingGuideAt(products, target)
	const next = guide && {
		code: `${guide.shortTitle} is next.`,
		error: `${guide.shortTitle} is waiting.`,
	}
	tabStorage.write(nextKey, JSON.stringify(next ?? {}))
}

/** Returns the stored page and deletes it. */
export function takeTarget(): string {
	const target = tabStorage.read(targetKey)
	tabStorage.remove(targetKey)
	return safeRedirect(target)
}
