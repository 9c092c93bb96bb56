import { tellRefusal } from './refusals.ts'

/** Why a call failed, as far as the network tells: what a toast shows so that a visitor can quote it. */
export interface Failure {
	/** The `x-request-id` of the refused answer; null if there was none, or nothing that we could help with. */
	reference: string | null
	/** No answer came at all: offline, or the server is down. */
	unreachable: boolean
}

export const noFailure: Failure = { reference: null, unreachable: false }

/**
 * Calls being watched. The client library drops the response headers of a refused call, so the reference is caught in
 * `fetch` and handed to whoever watches that address: calls under way at once do not see each other's reference.
 */
interface Watch {
	pathPrefix: string
	failure: Failure
}
const watches = new Set<Watch>()

/** Runs one call and tells how its requests under `pathPrefix` failed, if any did. Rejects as `run` does. */
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

/** `fetch` for the client library, noting failed answers for whoever watches them. */
export async function watchedFetch(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
	try {
		const response = await fetch(input, init)
		if (!response.ok) {
			const code = response.headers.get('x-sb-error-code')
			const reference = isForVisitor(response.status, code) ? null : referenceOf(response)
			note(input, { reference, unreachable: false })
			tellRefusal({ pathname: addressOf(input).pathname, status: response.status, code })
		}
		return response
	} catch (error) {
		if (!(error instanceof DOMException && error.name === 'AbortError')) {
			note(input, { reference: null, unreachable: true })
		}
		throw error
	}
}

/** Whether the visitor can mend the refusal: by waiting, or by choosing another password. There is nothing to quote then. */
function isForVisitor(status: number, code: string | null): boolean {
	return status === 429 || code === 'weak_password'
}

/** The reference the server gave its answer. */
export function referenceOf(response: Response): string | null {
	return response.headers.get('x-request-id')
}

function note(input: RequestInfo | URL, failure: Failure): void {
	const { pathname, search } = addressOf(input)
	for (const watch of watches) {
		if ((pathname + search).startsWith(watch.pathPrefix)) watch.failure = failure
	}
}

function addressOf(input: RequestInfo | URL): URL {
	return new URL(input instanceof Request ? input.url : input, window.location.origin)
}
