import { listensTo } from '#sandbox/stripe/endpoints/shop-endpoint.ts'
import { scheduleDelivery } from '#sandbox/stripe/events/deliveries.ts'
import type { Kinds } from '#sandbox/stripe/objects/kinds.ts'
import { readSwitches } from '#sandbox/stripe/switches/switches.ts'
import { apiVersion, type StripeWorld } from '#sandbox/stripe/world.ts'
import { unixSeconds } from '#shared/clock.ts'

/** The types of events that the sandbox sends, and the kind of object in each. */
export interface EventObjects {
	'checkout.session.completed': Kinds['checkout.session']
	'checkout.session.expired': Kinds['checkout.session']
	'checkout.session.async_payment_succeeded': Kinds['checkout.session']
	'checkout.session.async_payment_failed': Kinds['checkout.session']
	'payment_intent.created': Kinds['payment_intent']
	'payment_intent.processing': Kinds['payment_intent']
	'payment_intent.requires_action': Kinds['payment_intent']
	'payment_intent.succeeded': Kinds['payment_intent']
	'payment_intent.payment_failed': Kinds['payment_intent']
	'payment_intent.canceled': Kinds['payment_intent']
	'charge.pending': Kinds['charge']
	'charge.succeeded': Kinds['charge']
	'charge.failed': Kinds['charge']
	'charge.refunded': Kinds['charge']
	'charge.updated': Kinds['charge']
	'charge.refund.updated': Kinds['refund']
	'charge.dispute.updated': Kinds['dispute']
	'charge.dispute.funds_withdrawn': Kinds['dispute']
	'charge.dispute.funds_reinstated': Kinds['dispute']
	'charge.dispute.created': Kinds['dispute']
	'charge.dispute.closed': Kinds['dispute']
	'refund.created': Kinds['refund']
	'refund.updated': Kinds['refund']
	'refund.failed': Kinds['refund']
	'payout.created': Kinds['payout']
	'payout.updated': Kinds['payout']
	'payout.paid': Kinds['payout']
	'payout.failed': Kinds['payout']
	'payout.canceled': Kinds['payout']
	'payout.reconciliation_completed': Kinds['payout']
	'radar.early_fraud_warning.created': Kinds['radar.early_fraud_warning']
	'radar.early_fraud_warning.updated': Kinds['radar.early_fraud_warning']
}

export type EventType = keyof EventObjects

/**
 * Stores an event with a copy of its object, and queues its delivery. Call this in the transaction that changes the object, so
 * that neither is stored without the other.
 */
export function recordEvent<T extends EventType>(
	world: StripeWorld,
	type: T,
	object: EventObjects[T],
	previous?: Partial<EventObjects[T]>,
): void {
	const event = world.objects.insert('event', {
		id: world.newId('evt'),
		object: 'event',
		api_version: readSwitches(world.store).webhookApiVersion ?? apiVersion,
		created: unixSeconds(world.clock),
		data: { object, ...(previous === undefined ? {} : { previous_attributes: previous }) },
		livemode: false,
		pending_webhooks: listensTo(world, type) ? 1 : 0,
		request: { id: world.request?.id ?? null, idempotency_key: world.request?.idempotencyKey ?? null },
		type,
	})
	if (event.pending_webhooks > 0) scheduleDelivery(world, event.id)
}
