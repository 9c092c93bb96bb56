import { publishableKey } from '#web/site/site-settings.ts'
import { tooOftenMessage } from '#web/ui/toast.ts'
import { call } from './call.ts'
import { type Failure, watchedFetch } from './failed-requests.ts'
import { toastFailure } from './toasts.tsx'

interface Answered {
	/** The HTTP status; 0 if there was no answer. */
	status: number
	failure: Failure
}

/** Calls one of our own functions that need no session. Never rejects. */
export async function callFunction(name: string, body: object): Promise<Answered> {
	return await post(`/functions/v1/${name}`, body)
}

/** Posts to an endpoint that needs no session and that the client library doesn’t have. Never rejects. */
export async function post(path: string, body: object): Promise<Answered> {
	const { answer, failure } = await call(path, () =>
		watchedFetch(path, {
			method: 'POST',
			headers: { apikey: publishableKey(), 'content-type': 'application/json' },
			body: JSON.stringify(body),
		}),
	)
	return { status: answer?.status ?? 0, failure }
}

/** `dead`: the link has been used, has expired or is unknown. `failed`: the visitor has seen a message. */
export type LinkOutcome = 'done' | 'dead' | 'failed'

/** Calls a function with the token of an emailed link. Shows a message if the call fails. */
export async function followLink(name: string, body: object): Promise<LinkOutcome> {
	const { status, failure } = await callFunction(name, body)
	if (status === 200) return 'done'
	if (status === 400 || status === 403) return 'dead'
	toastFailure('Not saved yet', failure, status === 429 ? tooOftenMessage : 'Please try again in a moment.')
	return 'failed'
}
