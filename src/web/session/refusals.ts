/** A refused answer, as far as it tells whether the session behind it still lives. */
export interface Refusal {
	pathname: string
	status: number
	/** The auth wire's code; null on the other wires. */
	code: string | null
}

const listeners = new Set<(refusal: Refusal) => void>()

/** Calls `listener` with every refused answer to the client library. Gives back how to stop. */
export function onRefusal(listener: (refusal: Refusal) => void): () => void {
	listeners.add(listener)
	return () => {
		listeners.delete(listener)
	}
}

export function tellRefusal(refusal: Refusal): void {
	for (const listener of listeners) listener(refusal)
}

/** Calls nobody has to be signed in for, and signing out, whose refusal says nothing new. */
const withoutSession = /^\/auth\/v1\/(signup|token|otp|magiclink|verify|recover|resend|logout|settings)$/
const endings: ReadonlySet<string | null> = new Set(['session_not_found', 'user_not_found', 'user_banned'])
const refreshEndings: ReadonlySet<string | null> = new Set([
	'refresh_token_not_found',
	'refresh_token_already_used',
	'session_expired',
	'user_banned',
])

/**
 * What a refusal says of the session: `over`; `refresh-refused`, where the client library removes it by itself; `doubtful`,
 * where the auth wire has to be asked; or `null`, nothing.
 */
export function meaningOf({
	pathname,
	status,
	code,
}: Refusal): 'over' | 'refresh-refused' | 'doubtful' | null {
	if (pathname === '/auth/v1/token' && refreshEndings.has(code)) return 'refresh-refused'
	if (withoutSession.test(pathname)) return null
	if (pathname.startsWith('/auth/v1/')) return endings.has(code) ? 'over' : null
	return status === 401 ? 'doubtful' : null
}
