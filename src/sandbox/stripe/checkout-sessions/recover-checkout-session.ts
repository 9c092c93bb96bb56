import type { StoredCheckoutSession } from '#sandbox/stripe/objects/kinds.ts'
import { findDraft, saveDraft } from '#sandbox/stripe/payments/drafts.ts'
import type { StripeWorld } from '#sandbox/stripe/world.ts'
import { unixSeconds } from '#shared/clock.ts'

const lifeSeconds = 24 * 3_600

/**
 * Makes a copy of an expired Checkout Session with its metadata and items, as opening its recovery URL does
 * (https://docs.stripe.com/payments/checkout/abandoned-carts). Returns undefined if it cannot be recovered.
 */
export function recoverCheckoutSession(
	world: StripeWorld,
	expired: StoredCheckoutSession,
): StoredCheckoutSession | undefined {
	const recovery = expired.after_expiration?.recovery
	const now = unixSeconds(world.clock)
	if (expired.status !== 'expired' || !recovery?.url || (recovery.expires_at ?? 0) <= now) return undefined
	const id = world.newId('cs_test', 58)
	return world.store.transaction(() => {
		const copy = world.objects.insert('checkout.session', {
			...expired,
			id,
			after_expiration: { recovery: { ...recovery, expires_at: null, url: null } },
			allow_promotion_codes: recovery.allow_promotion_codes,
			created: now,
			expires_at: now + lifeSeconds,
			payment_intent: null,
			recovered_from: expired.id,
			status: 'open',
			url: `${world.origin()}/checkout/${id}`,
		})
		for (const item of world.objects.children('item', expired.id))
			world.objects.insert('item', { ...item, id: world.newId('li') }, id)
		saveDraft(world.store, id, {
			payment_intent_data: findDraft(world.store, expired.id).payment_intent_data,
		})
		return copy
	})
}
