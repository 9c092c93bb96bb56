import { safeRedirect } from '#shared/safe-redirect.ts'

/** The two forms of the sign-in page. */
export type AuthTab = 'sign-in' | 'sign-up'

/** Returns the address of the sign-in page that opens one of its forms and leads back to `from`. */
export function signInPath(from: string, tab: AuthTab = 'sign-in'): string {
	const target = safeRedirect(from)
	const leadsHome = target === '/' || target.startsWith('/payment-success')
	const query = leadsHome ? '' : `?redirect=${target.replace('#', '%23')}`
	return tab === 'sign-in' ? `/auth${query}` : `/auth${query}${leadsHome ? '?' : '&'}tab=sign-up`
}

/** Returns which form to open, according to the page's query. */
export function tabOf(query: URLSearchParams | null): AuthTab {
	return query?.get('tab') === 'sign-up' ? 'sign-up' : 'sign-in'
}

/** Returns the address of the sign-in page that leads back to a purchase (docs/specification.md section 4). */
export function signInToFinishPath(checkoutSessionId: string): string {
	return `/auth?redirect=/payment-success&session_id=${encodeURIComponent(checkoutSessionId)}`
}

/** The pages a visitor may pass through to sign in. */
type SignInStep = '/auth' | '/auth/recover' | '/auth/link' | '/auth/second-step' | '/auth/new-password'

/** Returns the address of a step that leads on to `target`, which has passed `safeRedirect`. */
export function stepPath(step: SignInStep, target: string): string {
	if (target === '/') return step
	const [path = '/', checkoutSessionId] = target.split('?session_id=')
	const query = new URLSearchParams({ redirect: path })
	if (checkoutSessionId !== undefined) query.set('session_id', decodeURIComponent(checkoutSessionId))
	return `${step}?${query}`
}

/**
 * Returns the address of the second step in a recovery. After it, the visitor chooses a new password and then goes to
 * `target`.
 */
export function recoveryStepPath(target: string): string {
	const path = stepPath('/auth/second-step', target)
	return `${path}${path.includes('?') ? '&' : '?'}recovery=yes`
}

/** Returns whether the second step belongs to a recovery. */
export function isRecoveryStep(query: URLSearchParams | null): boolean {
	return query?.get('recovery') === 'yes'
}

/** Returns the page that a step finally leads to, according to its query. */
export function targetOf(query: URLSearchParams | null): string {
	return safeRedirect(query?.get('redirect'), query?.get('session_id'))
}
