import { recordEvent } from '#sandbox/stripe/events/record.ts'
import type { StoredSession } from '#sandbox/stripe/objects/kinds.ts'
import type { StripeWorld } from '#sandbox/stripe/world.ts'
import { unixSeconds } from '#shared/clock.ts'

/** Expires an open session, and cancels its unfinished payment. */
export function expireSession(world: StripeWorld, session: StoredSession): StoredSession {
	return world.store.transaction(() => {
		const expired = world.objects.update('checkout.session', {
			...session,
			after_expiration: withRecoveryUrl(world, session),
			status: 'expired',
			url: null,
		})
		const intent =
			session.payment_intent === null
				? undefined
				: world.objects.find('payment_intent', session.payment_intent)
		if (intent !== undefined) {
			const canceled = world.objects.update('payment_intent', {
				...intent,
				canceled_at: unixSeconds(world.clock),
				cancellation_reason: 'automatic',
				next_action: null,
				status: 'canceled',
			})
			recordEvent(world, 'payment_intent.canceled', canceled)
		}
		recordEvent(world, 'checkout.session.expired', expired)
		return expired
	})
}

const recoverableSeconds = 30 * 86_400

/** Adds the recovery address, which makes a copy of the session and works for thirty days. */
function withRecoveryUrl(
	world: StripeWorld,
	{ id, after_expiration: after }: StoredSession,
): StoredSession['after_expiration'] {
	if (after?.recovery?.enabled !== true) return after
	return {
		recovery: {
			...after.recovery,
			expires_at: unixSeconds(world.clock) + recoverableSeconds,
			url: `${world.origin()}/recover/${id}`,
		},
	}
}
