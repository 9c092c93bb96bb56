import Stripe from 'stripe'
import { createProviderCalls } from '#server/adapters/payments/provider-calls.ts'
import type { StripeAccount } from '#server/adapters/payments/stripe-account.ts'
import { ProviderFailure } from '#server/shop/payment-provider.ts'

/** Makes a call to Stripe. Throws the error of the SDK. */
export type AskStripe = <T>(call: (stripe: Stripe) => Promise<T>) => Promise<T>

/** Creates a function that calls Stripe as the shop does: below the set rate, and retried when rate-limited. */
export function createAskStripe({ secretKey, host }: StripeAccount, callsPerSecond: number): AskStripe {
	const stripe = new Stripe(secretKey, {
		maxNetworkRetries: 0,
		telemetry: false,
		timeout: 20_000,
		...(host === undefined ? {} : { host: host.name, port: host.port, protocol: 'http' as const }),
	})
	const calls = createProviderCalls({ callsPerSecond, random: Math.random })
	return async (call) => {
		try {
			return await calls.run(() => call(stripe))
		} catch (error) {
			throw error instanceof ProviderFailure && error.cause instanceof Error ? error.cause : error
		}
	}
}
