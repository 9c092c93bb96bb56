import { recordEvent } from '#sandbox/stripe/events/record.ts'
import type { StoredCheckoutSession } from '#sandbox/stripe/objects/kinds.ts'
import { findIntent } from '#sandbox/stripe/payments/intents.ts'
import type { StripeWorld } from '#sandbox/stripe/world.ts'
import { unixSeconds } from '#shared/clock.ts'

/** Returns a Checkout Session. If its time is up, expires it first. */
export function currentCheckoutSession(world: StripeWorld, id: string): StoredCheckoutSession | undefined {
	const checkoutSession = world.objects.find('checkout.session', id)
	return checkoutSession?.status === 'open' && checkoutSession.expires_at <= unixSeconds(world.clock)
		? expireCheckoutSession(world, checkoutSession)
		: checkoutSession
}

/** Expires an open Checkout Session, and cancels its unfinished payment. */
export function expireCheckoutSession(
	world: StripeWorld,
	checkoutSession: StoredCheckoutSession,
): StoredCheckoutSession {
	return world.store.transaction(() => {
		const expired = world.objects.update('checkout.session', {
			...checkoutSession,
			after_expiration: withRecoveryUrl(world, checkoutSession),
			status: 'expired',
			url: null,
		})
		const intent = findIntent(world, checkoutSession)
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

/** Adds the recovery URL. Opening it within thirty days makes a copy of the Checkout Session. */
function withRecoveryUrl(
	world: StripeWorld,
	{ id, after_expiration: after }: StoredCheckoutSession,
): StoredCheckoutSession['after_expiration'] {
	if (after?.recovery?.enabled !== true) return after
	return {
		recovery: {
			...after.recovery,
			expires_at: unixSeconds(world.clock) + recoverableSeconds,
			url: `${world.origin()}/checkout/recover/${id}`,
		},
	}
}
