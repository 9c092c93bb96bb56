import { call } from '#web/session/call.ts'
import { isStillSignedIn } from '#web/session/end-of-session.ts'
import type { Failure } from '#web/session/failed-requests.ts'
import { readRefusal } from '#web/shop/read-refusal.ts'

/** The purchase states that are neither `pending` nor `completed` (docs/specification.md section 4). */
const endings = ['held', 'failed', 'expired', 'duplicate', 'refunded', 'disputed'] as const
export type Ending = (typeof endings)[number]

export type Confirmation =
	| { kind: 'completed'; productName: string; catalogueId: string; fileName: string | null }
	/** The payment is not confirmed, or the server could not be reached. Worth another request. */
	| { kind: 'pending'; failure: Failure | null }
	| { kind: 'ended'; ending: Ending }
	| { kind: 'unknown-purchase'; failure: Failure }
	| { kind: 'signed-out' }
	| { kind: 'failed'; failure: Failure }

/** Asks the server to check with the payment provider whether the Checkout Session has been paid. */
export async function confirmPayment(sessionId: string): Promise<Confirmation> {
	const { answer, failure } = await call('/functions/v1/confirm-payment', (supabase) =>
		supabase.functions.invoke('confirm-payment', { body: { sessionId } }),
	)
	if (failure.unreachable) return { kind: 'pending', failure }
	if (answer === null) return { kind: 'failed', failure }
	if (answer.error === null) return readConfirmation(answer.data) ?? { kind: 'failed', failure }

	const { status } = await readRefusal(answer.error)
	if (status === 401) return (await isStillSignedIn()) ? { kind: 'failed', failure } : { kind: 'signed-out' }
	if (status === 400 || status === 404) return { kind: 'unknown-purchase', failure }
	if (status === 429 || status === 503) return { kind: 'pending', failure }
	return { kind: 'failed', failure }
}

/** Reads the body of a 200 answer. Returns null if it is not a known confirmation. */
export function readConfirmation(body: unknown): Confirmation | null {
	if (typeof body !== 'object' || body === null || !('status' in body)) return null
	if (body.status === 'completed') return readCompleted(body)
	if (body.status === 'pending') return { kind: 'pending', failure: null }
	const ending = endings.find((known) => known === body.status)
	return ending === undefined ? null : { kind: 'ended', ending }
}

function readCompleted(body: object): Confirmation | null {
	const productName = 'productName' in body ? body.productName : undefined
	const catalogueId = 'catalogueId' in body ? body.catalogueId : undefined
	const fileName = 'fileName' in body ? body.fileName : undefined
	if (typeof productName !== 'string' || typeof catalogueId !== 'string') return null
	return {
		kind: 'completed',
		productName,
		catalogueId,
		fileName: typeof fileName === 'string' ? fileName : null,
	}
}

/** How many milliseconds the page keeps asking. */
export const patience = 120_000
const pauses = [1_000, 2_000, 3_000, 5_000, 8_000]
const longestPause = 10_000

interface PollOptions {
	ask: () => Promise<Confirmation>
	signal: AbortSignal
	/** Called before each pause. */
	onWait: () => void
}

/** Asks, with growing pauses, until the payment is no longer pending or `patience` runs out. Returns the last answer. */
export async function pollUntilSettled({ ask, signal, onWait }: PollOptions): Promise<Confirmation> {
	let waited = 0
	for (let asked = 0; ; asked++) {
		const confirmation = await ask()
		if (confirmation.kind !== 'pending' || signal.aborted || waited >= patience) return confirmation
		onWait()
		const pause = pauses[asked] ?? longestPause
		await sleep(pause, signal)
		if (signal.aborted) return confirmation
		waited += pause
	}
}

function sleep(milliseconds: number, signal: AbortSignal): Promise<void> {
	return new Promise((resolve) => {
		const timer = setTimeout(resolve, milliseconds)
		signal.addEventListener('abort', () => {
			clearTimeout(timer)
			resolve()
		})
	})
}
