/** Why a call failed, and the reference that the visitor can quote to us. */
export interface Failure {
	/** The `x-request-id` of the response; null if there was none, or if quoting it would not help the visitor. */
	reference: string | null
	/** Whether there was no response at all, because the browser is offline or the server is down. */
	unreachable: boolean
}

export const noFailure: Failure = { reference: null, unreachable: false }

/**
 * A call that is being watched. The client library does not return the response headers, so `watchedFetch` reads the reference
 * from the response. Each call watches its own addresses, so that concurrent calls don’t get each other’s reference.
 */
interface Watch {
	pathPrefix: string
	failure: Failure
}
const watches = new Set<Watch>()

/**
 * Runs a call and gives it access to the last failure of a request whose path begins with `pathPrefix`. Rejects if `run` does.
 */
export async function watchFailures<T>(
	pathPrefix: string,
	run: (currentFailure: () => Failure) => PromiseLike<T>,
): Promise<T> {
	const watch: Watch = { pathPrefix, failure: noFailure }
	watches.add(watch)
	try {
		return await run(() => watch.failure)
	} finally {
		watches.delete(watch)
	}
}

/**
 * Fetches for the client library, and records failures for the calls that watch the address. A write through the REST API, such
 * as taking a free guide, is sent even if the visitor leaves the page immediately.
 */
export async function watchedFetch(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
	const sent = send(input, init)
	unanswered.add(sent)
	try {
		return await sent
	} finally {
		unanswered.delete(sent)
	}
}

const unanswered = new Set<Promise<Response>>()
/** In milliseconds. */
const longestWait = 2_000

/** Waits until `sending` has settled and every request sent by then has been answered, but no longer than `longestWait`. */
export async function requestsAnswered(sending: Promise<unknown>): Promise<void> {
	const late = new Promise((resolve) => setTimeout(resolve, longestWait))
	const answered = sending.catch(() => undefined).then(() => Promise.allSettled(unanswered))
	await Promise.race([answered, late])
}

async function send(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
	const isWrite = (init?.method ?? 'GET') !== 'GET' && addressOf(input).pathname.startsWith('/rest/v1/')
	try {
		const response = await fetch(input, isWrite ? { ...init, keepalive: true } : init)
		if (!response.ok) {
			const code = response.headers.get('x-sb-error-code')
			const reference = isForVisitor(response.status, code) ? null : referenceOf(response)
			record(input, { reference, unreachable: false })
			reportRefusal({ pathname: addressOf(input).pathname, status: response.status, code })
		}
		return response
	} catch (error) {
		if (!(error instanceof DOMException && error.name === 'AbortError')) {
			record(input, { reference: null, unreachable: true })
			// The client library repeats a failed read for seven seconds, unless it was aborted. Offline, repeating is pointless.
			if (navigator.onLine === false) throw new DOMException('There is no connection', 'AbortError')
		}
		throw error
	}
}

/**
 * Returns whether the visitor can solve the problem alone, by waiting or by choosing another password. If so, there is no
 * reference to quote.
 */
function isForVisitor(status: number, code: string | null): boolean {
	return status === 429 || code === 'weak_password' || code === 'captcha_failed'
}

export function referenceOf(response: Response): string | null {
	return response.headers.get('x-request-id')
}

function record(input: RequestInfo | URL, failure: Failure): void {
	const { pathname, search } = addressOf(input)
	for (const watch of watches) {
		if ((pathname + search).startsWith(watch.pathPrefix)) watch.failure = failure
	}
}

function addressOf(input: RequestInfo | URL): URL {
	return new URL(input instanceof Request ? input.url : input, window.location.origin)
}

/** A rejected request, which may reveal whether the session is still valid. */
export interface Refusal {
	pathname: string
	status: number
	/** The error code of the Auth API; null from the other APIs. */
	code: string | null
}

const listeners = new Set<(refusal: Refusal) => void>()

/** Calls `listener` for every rejected request of the client library. Returns a function that stops this. */
export function onRefusal(listener: (refusal: Refusal) => void): () => void {
	listeners.add(listener)
	return () => {
		listeners.delete(listener)
	}
}

function reportRefusal(refusal: Refusal): void {
	for (const listener of listeners) listener(refusal)
}

/** Requests that need no session, and the sign-out. If they are rejected, that says nothing about the session. */
const withoutSession =
	/^\/auth\/v1\/(signup|token|captcha|otp|magiclink|verify|recover|resend|logout|settings|passkeys\/authentication\/\w+)$/
const endings: ReadonlySet<string | null> = new Set(['session_not_found', 'user_not_found', 'user_banned'])
const refreshEndings: ReadonlySet<string | null> = new Set([
	'refresh_token_not_found',
	'refresh_token_already_used',
	'session_expired',
	'user_banned',
])

/**
 * Returns what a rejection says about the session. `over`: it has ended. `refresh-refused`: it has ended, and the client
 * library removes it itself. `doubtful`: only the Auth API can tell. Null: nothing.
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
