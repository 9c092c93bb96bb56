import { safeRedirect } from '#shared/safe-redirect.ts'

/** The steps of signing in that have an address of their own, each on the way to a page of this site. */
export type SignInStep = '/auth' | '/auth/recover' | '/auth/link' | '/auth/second-step' | '/auth/new-password'

/** The address of a step that remembers where the visitor was going. `target` has passed `safeRedirect`. */
export function stepPath(step: SignInStep, target: string): string {
	if (target === '/') return step
	const [path = '/', sessionId] = target.split('?session_id=')
	const query = new URLSearchParams({ redirect: path })
	if (sessionId !== undefined) query.set('session_id', decodeURIComponent(sessionId))
	return `${step}?${query}`
}

/** Where the query of a step leads to in the end. */
export function targetOf(query: URLSearchParams | null): string {
	return safeRedirect(query?.get('redirect'), query?.get('session_id'))
}
