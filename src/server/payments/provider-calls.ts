import { setTimeout as sleep } from 'node:timers/promises'
import Stripe from 'stripe'
import { createProviderLines } from '#server/payments/provider-lines.ts'
import { ProviderFailure } from '#server/shop/payment-provider.ts'

/** Options of one call to Stripe. */
export interface CallOptions {
	/** Milliseconds. */
	timeout: number
}

export interface ProviderCalls {
	/**
	 * Runs one call to its end: within two seconds for its turn, where ten others wait for an answer already, and ten for all
	 * of its attempts together. Throws `ProviderFailure`, at once where fifty wait for their turn.
	 */
	run<T>(work: (options: CallOptions) => Promise<T>): Promise<T>
}

// Fifty buyers at once with a provider that takes 300 ms are served within these.
const limits = { atOnce: 10, mostWaiting: 50, longestWaitMs: 2_000 }
const patienceMs = 10_000
const keyInUseWaitsMs = [150, 300, 600, 1_200, 2_400]

/** One count of calls in flight for everything the shop asks of Stripe. */
export function createProviderCalls(): ProviderCalls {
	const lines = createProviderLines(limits)
	return {
		run: async (work) => {
			const handBack = await lines.take()
			try {
				return await patiently(work)
			} catch (error) {
				throw asFailure(error)
			} finally {
				handBack()
			}
		},
	}
}

async function patiently<T>(work: (options: CallOptions) => Promise<T>): Promise<T> {
	const began = performance.now()
	const left = () => Math.floor(patienceMs - (performance.now() - began))
	for (let attempt = 0; ; attempt += 1) {
		try {
			return await work({ timeout: left() })
		} catch (error) {
			const wait = waitBefore(error, attempt)
			if (wait === undefined || left() - wait < 500) throw error
			await sleep(wait)
		}
	}
}

/** How long to wait before the same call is made again, in milliseconds; undefined where that would change nothing. */
function waitBefore(error: unknown, attempt: number): number | undefined {
	// A line that breaks is tried once more by the SDK itself. Another server is making the very same call at this moment; its answer will be ours.
	if (error instanceof Stripe.errors.StripeError && error.statusCode === 409) return keyInUseWaitsMs[attempt]
	return undefined
}

/** Whether the provider answered and refused, or whether nobody knows. */
function asFailure(error: unknown): unknown {
	if (error instanceof Stripe.errors.StripeConnectionError)
		return new ProviderFailure({ definite: false, cause: error })
	if (error instanceof Stripe.errors.StripeError) {
		// 409: another call with the same key is being acted on at this moment. Without a status: an answer came that nobody
		// can read, so it may have acted.
		const isKnown = error.statusCode !== undefined && error.statusCode !== 409
		return new ProviderFailure({ definite: isKnown, cause: error })
	}
	return error
}
