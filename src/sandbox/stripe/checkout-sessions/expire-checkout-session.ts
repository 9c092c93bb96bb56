import { recordEvent } from '#sandbox/stripe/events/record.ts'
import type { StoredSession } from '#sandbox/stripe/objects/kinds.ts'
import { findIntent } from '#sandbox/stripe/payments/intents.ts'
import type { StripeWorld } from '#sandbox/stripe/world.ts'
import { unixSeconds } from '#shared/clock.ts'

/** Returns a session. If its time is up, expires it first. */
export function currentSession(world: StripeWorld, id: string): StoredSession | undefined {
	const session = world.objects.find('checkout.session', id)
	return session?.status === 'open' && session.expires_at <= unixSeconds(world.clock)
		? expireSession(world, session)
		: session
}

/** Expires an open session, and cancels its unfinished payment. */
export function expireSession(world: StripeWorld, session: StoredSession): StoredSession {
	return world.store.transaction(() => {
		const expired = world.objects.update('checkout.session', {
			...session,
			after_expiration: withRecoveryUrl(world, session),
			status: 'expired',
			url: null,
		})
		const intent = findIntent(world, session)
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

/** Adds the recovery URL. Opening it within thirty days makes a copy of the session. */
function withRecoveryUrl(
	world: StripeWorld,
	{ id, after_expiration: after }: StoredSession,
): StoredSession['after_expiration'] {
	if (after?.recovery?.enabled !== true) return after
	return {
		recovery: {
			...after.recovery,
			expires_at: unixSeconds(world.clock) + recoverableSeconds,
			url: `${world.origin()}/checkout/recover/${id}`,
		},
	}
}
