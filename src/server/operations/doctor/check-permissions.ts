import Stripe from 'stripe'
import { createProviderCalls } from '#server/adapters/payments/provider-calls.ts'
import type { StripeAccount } from '#server/adapters/payments/stripe-account.ts'
import { neededPermissions } from '#server/adapters/payments/stripe-permissions.ts'
import type { Finding } from '#server/operations/doctor/finding.ts'
import { ProviderFailure } from '#server/shop/payment-provider.ts'

const about = 'Stripe'

/**
 * Calls that each need one permission and change nothing: those that could write something refer to objects that do not exist.
 */
const probes: readonly ((stripe: Stripe) => Promise<unknown>)[] = [
	(stripe) => stripe.checkout.sessions.expire('cs_doctor_none'),
	(stripe) => stripe.refunds.create({ payment_intent: 'pi_doctor_none' }),
	(stripe) => stripe.checkout.sessions.list({ limit: 1 }),
	(stripe) => stripe.charges.list({ limit: 1 }),
	(stripe) => stripe.refunds.list({ limit: 1 }),
	(stripe) => stripe.disputes.list({ limit: 1 }),
	(stripe) => stripe.disputes.update('dp_doctor_none', {}),
	(stripe) => stripe.balanceTransactions.list({ limit: 1, expand: ['data.source'] }),
	(stripe) => stripe.payouts.list({ limit: 1 }),
	(stripe) => stripe.events.list({ limit: 1 }),
	(stripe) => stripe.webhookEndpoints.list({ limit: 1 }),
	(stripe) => stripe.prices.list({ limit: 1 }),
	(stripe) => stripe.coupons.update('doctor_none', {}),
	(stripe) => stripe.promotionCodes.update('promo_doctor_none', {}),
	(stripe) => stripe.products.update('prod_doctor_none', {}),
]

/** Reports each permission that our key lacks as a separate finding. */
export async function checkPermissions(ask: AskStripe): Promise<Finding[]> {
	const missing = new Set<string>()
	for (const probe of probes) {
		const error = await ask(probe).then(
			() => undefined,
			(thrown: unknown) => thrown,
		)
		const permission = missingPermission(error)
		if (permission !== undefined) missing.add(permission)
	}
	// A permission to write includes the one to read. If both are missing, the one to read is named as well only if
	// `neededPermissions` lists it.
	const named = [...missing].filter(
		(name) =>
			/_write$/.test(name) ||
			!missing.has(name.replace(/_read$/, '_write')) ||
			neededPermissions.some((permission) => permission.name === name),
	)
	if (named.length === 0) return [{ level: 'ok', about, says: 'gives our key every permission it needs' }]
	return named.map(lackOf)
}

/** Describes a permission that our key lacks. */
export function lackOf(name: string): Finding {
	const needed = neededPermissions.find((permission) => permission.name === name)
	const called = needed?.inDashboard ?? name
	return {
		level: needed?.sells === false ? 'warning' : 'error',
		about,
		says: `does not give our key every permission it needs: ${called} is missing`,
		todo: `Edit the key at https://dashboard.stripe.com/apikeys and give it ${called}.`,
	}
}

/** Returns the missing permission that Stripe names in an error; undefined if it refused for another reason. */
export function missingPermission(error: unknown): string | undefined {
	if (!(error instanceof Stripe.errors.StripePermissionError)) return undefined
	return /'(rak_\w+)' permission/.exec(error.message)?.[1] ?? 'a permission that Stripe does not name'
}

/** Makes a call to Stripe. Throws the error of the SDK. */
export type AskStripe = <T>(call: (stripe: Stripe) => Promise<T>) => Promise<T>

/**
 * Creates a function that calls Stripe as the shop does: at most `callsPerSecond` times a second, with retries if Stripe limits
 * the rate.
 */
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
