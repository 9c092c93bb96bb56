/** Every page a visitor may be sent on to after signing in. A route test keeps the list complete. */
const redirectPaths: ReadonlySet<string> = new Set([
	'/',
	'/about',
	'/free',
	'/premium',
	'/contact',
	'/privacy',
	'/terms',
	'/refunds',
	'/account',
	'/account/guides',
	'/auth/new-password',
	'/startup-blueprint',
	'/products/student-guide',
	'/products/cv-secrets',
	'/products/budget-planner',
	'/products/startup-blueprint',
	...['career', 'finance', 'money', 'academic'].flatMap((name) => [
		`/${name}`,
		`/${name[0]?.toUpperCase()}${name.slice(1)}`,
	]),
])

const categoryPath = /^\/categories\/[a-z]{1,40}(?:-[a-z]{1,40}){0,5}$/
const cardFragment = /^#product-\d{1,4}$/
const checkoutSessionId = /^[A-Za-z0-9_-]{1,255}$/

/**
 * The one check between an address anybody can write into a link and where the visitor is sent.
 *
 * Gives a path of this site from a fixed list, with the fragment of a product's card if it has one; whatever else the
 * candidate holds (a host, a query, another fragment) is dropped, and anything not on the list becomes home.
 * `/payment-success` is passed on only with its Checkout Session id, taken from `sessionId` or from the candidate's own
 * query, and encoded anew.
 */
export function safeRedirect(candidate: string | null | undefined, sessionId?: string | null): string {
	if (typeof candidate !== 'string' || candidate.length > 1024) return '/'
	const path = /^[^?#]*/.exec(candidate)?.[0] ?? ''
	if (path === '/payment-success') {
		const id = sessionId ?? new URLSearchParams(candidate.slice(path.length)).get('session_id')
		return id !== null && checkoutSessionId.test(id) ? paymentSuccessPath(id) : '/'
	}
	if (!redirectPaths.has(path) && !categoryPath.test(path)) return '/'
	const fragment = candidate.slice(path.length)
	return cardFragment.test(fragment) ? path + fragment : path
}

/** Where to sign in so that the visitor comes back to `from` afterwards. */
export function signInPath(from: string): string {
	const target = safeRedirect(from)
	// Allowed paths hold no other character that would need encoding in a query.
	return target === '/' || target.startsWith('/payment-success')
		? '/auth'
		: `/auth?redirect=${target.replace('#', '%23')}`
}

/** Where to sign in to finish a purchase, in the two query parameters of spec section 4. */
export function signInToFinishPath(sessionId: string): string {
	return `/auth?redirect=/payment-success&session_id=${encodeURIComponent(sessionId)}`
}

function paymentSuccessPath(sessionId: string): string {
	return `/payment-success?session_id=${encodeURIComponent(sessionId)}`
}
