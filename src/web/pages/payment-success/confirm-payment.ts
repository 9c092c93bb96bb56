import { call } from '#web/session/call.ts'
import type { Failure } from '#web/session/failures.ts'
import { stillSignedIn } from '#web/session/still-signed-in.ts'
import { readRefusal } from '#web/shop/read-refusal.ts'

/** States in which a purchase can be, other than paid and delivered (docs/specification.md section 4). */
const endings = ['held', 'failed', 'expired', 'duplicate', 'refunded', 'disputed'] as const
export type Ending = (typeof endings)[number]

export type Confirmation =
	| { kind: 'completed' }
	/** Not known to be paid yet, or not to be asked just now: asking again makes sense. */
	| { kind: 'pending'; failure: Failure | null }
	| { kind: 'ended'; ending: Ending }
	| { kind: 'unknown-purchase'; failure: Failure }
	| { kind: 'signed-out' }
	| { kind: 'failed'; failure: Failure }

/** Asks the server to make sure, with the payment provider, that the Checkout Session has been paid. */
export async function confirmPayment(sessionId: string): Promise<Confirmation> {
	const { answer, failure } = await call('/functions/v1/confirm-payment', (supabase) =>
		supabase.functions.invoke('confirm-payment', { body: { sessionId } }),
	)
	if (failure.unreachable) return { kind: 'pending', failure }
	if (answer === null) return { kind: 'failed', failure }
	if (answer.error === null) return readConfirmation(answer.data) ?? { kind: 'failed', failure }

	const { status } = await readRefusal(answer.error)
	if (status === 401) return (await stillSignedIn()) ? { kind: 'failed', failure } : { kind: 'signed-out' }
	if (status === 400 || status === 404) return { kind: 'unknown-purchase', failure }
	if (status === 429 || status === 503) return { kind: 'pending', failure }
	return { kind: 'failed', failure }
}

/** The confirmation in a 200 answer; null where it holds none that is known. */
export function readConfirmation(body: unknown): Confirmation | null {
	if (typeof body !== 'object' || body === null || !('status' in body)) return null
	if (body.status === 'completed') return { kind: 'completed' }
	if (body.status === 'pending') return { kind: 'pending', failure: null }
	const ending = endings.find((known) => known === body.status)
	return ending === undefined ? null : { kind: 'ended', ending }
}
