import { safeRedirect } from '#shared/safe-redirect.ts'

/** Returns the address of the sign-in page that leads back to `from`. */
export function signInPath(from: string): string {
	const target = safeRedirect(from)
	// `#` is the only character of an allowed path that has to be encoded.
	return target === '/' || target.startsWith('/payment-success')
		? '/auth'
		: `/auth?redirect=${target.replace('#', '%23')}`
}

/** Returns the address of the sign-in page that leads back to a purchase (docs/specification.md section 4). */
export function signInToFinishPath(sessionId: string): string {
	return `/auth?redirect=/payment-success&session_id=${encodeURIComponent(sessionId)}`
}

/** The pages a visitor may pass through to sign in. */
type SignInStep = '/auth' | '/auth/recover' | '/auth/link' | '/auth/second-step' | '/auth/new-password'

/** Returns the address of a step that leads on to `target`, which has passed `safeRedirect`. */
export function stepPath(step: SignInStep, target: string): string {
	if (target === '/') return step
	const [path = '/', sessionId] = target.split('?session_id=')
	const query = new URLSearchParams({ redirect: path })
	if (sessionId !== undefined) query.set('session_id', decodeURIComponent(sessionId))
	return `${step}?${query}`
}

/** Returns the page that a step leads to in the end, by its query. */
export function targetOf(query: URLSearchParams | null): string {
	return safeRedirect(query?.get('redirect'), query?.get('session_id'))
}
