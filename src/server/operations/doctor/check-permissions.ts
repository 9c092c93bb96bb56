import Stripe from 'stripe'
import { neededPermissions } from '#server/adapters/payments/stripe-permissions.ts'
import type { AskStripe } from '#server/operations/doctor/ask-stripe.ts'
import type { Finding } from '#server/operations/doctor/finding.ts'

const about = 'Stripe'

/** Calls that each need one permission and change nothing: those that write name objects that do not exist. */
const probes: readonly ((stripe: Stripe) => Promise<unknown>)[] = [
	(stripe) => stripe.checkout.sessions.expire('cs_doctor_none'),
	(stripe) => stripe.refunds.create({ payment_intent: 'pi_doctor_none' }),
	(stripe) => stripe.checkout.sessions.list({ limit: 1 }),
	(stripe) => stripe.charges.list({ limit: 1 }),
	(stripe) => stripe.refunds.list({ limit: 1 }),
	(stripe) => stripe.disputes.list({ limit: 1 }),
	(stripe) => stripe.events.list({ limit: 1 }),
	(stripe) => stripe.webhookEndpoints.list({ limit: 1 }),
	(stripe) => stripe.prices.list({ limit: 1 }),
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
	// Write permission includes read permission.
	const named = [...missing].filter(
		(name) => !missing.has(name.replace(/_read$/, '_write')) || /_write$/.test(name),
	)
	if (named.length === 0) return [{ level: 'ok', about, says: 'lets our key do everything that is needed' }]
	return named.map(lackOf)
}

/** What is said of a permission our key lacks. */
export function lackOf(name: string): Finding {
	const needed = neededPermissions.find((permission) => permission.name === name)
	const called = needed?.inDashboard ?? name
	return {
		level: needed?.sells === false ? 'warning' : 'fault',
		about,
		says: `does not let our key do all that is needed: ${called} is missing`,
		todo: `Edit the key at https://dashboard.stripe.com/apikeys and give it ${called}.`,
	}
}

/** The permission whose lack Stripe names in an error; undefined if it was refused for another reason. */
export function missingPermission(error: unknown): string | undefined {
	if (!(error instanceof Stripe.errors.StripePermissionError)) return undefined
	return /'(rak_\w+)' permission/.exec(error.message)?.[1] ?? 'a permission that Stripe does not name'
}
