import type { Confirmation } from './confirm-payment.ts'

/** Milliseconds after which the page stops asking by itself. */
export const patience = 120_000
const pauses = [1_000, 2_000, 3_000, 5_000, 8_000]
const longestPause = 10_000

interface AskOptions {
	ask: () => Promise<Confirmation>
	signal: AbortSignal
	/** Called before each pause. */
	onWait: () => void
}

/** Asks, with growing pauses, until the payment is no longer pending or `patience` is over; gives the last answer. */
export async function askUntilSettled({ ask, signal, onWait }: AskOptions): Promise<Confirmation> {
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
