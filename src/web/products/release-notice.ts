import { call } from '#web/session/call.ts'
import { watchedFetch } from '#web/session/failed-requests.ts'
import { publishableKey } from '#web/session/supabase.ts'
import { toastFailure } from '#web/session/toasts.tsx'

interface Answered {
	/** The HTTP status; 0 if there was no answer. */
	status: number
	failure: Parameters<typeof toastFailure>[1]
}

/** Calls one of the functions for release notices, which need no session. Never rejects. */
async function callFunction(name: string, body: object): Promise<Answered> {
	const path = `/functions/v1/${name}`
	const { answer, failure } = await call(path, () =>
		watchedFetch(path, {
			method: 'POST',
			headers: { apikey: publishableKey(), 'content-type': 'application/json' },
			body: JSON.stringify(body),
		}),
	)
	return { status: answer?.status ?? 0, failure }
}

/** Asks to be told when a product is out. If it `failed`, the visitor has seen a message. */
export async function requestNotice(
	email: string,
	productId: string,
): Promise<'sent' | 'bad-address' | 'not-awaited' | 'failed'> {
	const { status, failure } = await callFunction('request-release-notice', { email, productId })
	if (status === 200) return 'sent'
	if (status === 400) return 'bad-address'
	if (status === 404) return 'not-awaited'
	const wait = status === 429 ? 'We’ve had many requests at once. Please try again in an hour.' : undefined
	toastFailure('Not sent yet', failure, wait ?? 'Please try again in a moment.')
	return 'failed'
}

/** `dead`: the link has been used, has expired or is unknown. `failed`: the visitor has seen a message. */
export type NoticeOutcome = 'done' | 'dead' | 'failed'

/** Confirms an address by the token of an emailed link. */
export async function confirmNotice(token: string): Promise<NoticeOutcome> {
	return outcomeOf(await callFunction('confirm-release-notice', { token }))
}

/** Stops all emails about releases to the address that a link was sent to. */
export async function stopNotices(token: string): Promise<NoticeOutcome> {
	return outcomeOf(await callFunction(`cancel-release-notices?token=${encodeURIComponent(token)}`, {}))
}

function outcomeOf({ status, failure }: Answered): NoticeOutcome {
	if (status === 200) return 'done'
	if (status === 400 || status === 403) return 'dead'
	const wait = status === 429 ? 'Too many attempts. Wait a few minutes, then try again.' : undefined
	toastFailure('Not saved yet', failure, wait ?? 'Please try again in a moment.')
	return 'failed'
}
