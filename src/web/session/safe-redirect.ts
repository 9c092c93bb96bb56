import { safeRedirect } from '#shared/safe-redirect.ts'

/** Where to sign in so that the visitor comes back to `from` afterwards. */
export function signInPath(from: string): string {
	const target = safeRedirect(from)
	// Allowed paths hold no other character that would need encoding in a query.
	return target === '/' || target.startsWith('/payment-success')
		? '/auth'
		: `/auth?redirect=${target.replace('#', '%23')}`
}

/** Where to sign in to finish a purchase, in the two query parameters of docs/specification.md section 4. */
export function signInToFinishPath(sessionId: string): string {
	return `/auth?redirect=/payment-success&session_id=${encodeURIComponent(sessionId)}`
}
