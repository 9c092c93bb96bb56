import { z } from 'zod'
import type { CheckoutSession, PaymentEvent } from '#server/shop/payment-provider.ts'

/** A reference that Stripe sends as an id, or as the whole object where it was asked to expand it. */
const reference = z.union([z.string(), z.object({ id: z.string() }).transform(({ id }) => id)]).nullable()

/** What we read of a Checkout Session, in an event or an answer: amounts in pence, times in unix seconds. */
export const sessionSchema = z
	.object({
		id: z.string(),
		url: z.string().nullish(),
		status: z.enum(['open', 'complete', 'expired']),
		payment_status: z.enum(['paid', 'unpaid', 'no_payment_required']),
		expires_at: z.int(),
		client_reference_id: z.string().nullish(),
		metadata: z.record(z.string(), z.string()).nullish(),
		currency: z.string(),
		amount_subtotal: z.int(),
		amount_total: z.int(),
		payment_intent: reference,
	})
	.transform(
		(session): CheckoutSession => ({
			id: session.id,
			url: session.url ?? null,
			status: session.status,
			paymentStatus: session.payment_status,
			expiresAt: new Date(session.expires_at * 1000),
			purchaseId: uuidOrNull(session.client_reference_id),
			userId: uuidOrNull(session.metadata?.user_id),
			catalogueId: session.metadata?.catalogue_id ?? null,
			currency: session.currency.toUpperCase(),
			subtotalPence: session.amount_subtotal,
			totalPence: session.amount_total,
			paymentIntentId: session.payment_intent,
		}),
	)

function uuidOrNull(text: string | null | undefined): string | null {
	return z.uuid().safeParse(text).data ?? null
}

export const eventSchema = z.object({
	id: z.string().startsWith('evt_'),
	type: z.string(),
	data: z.object({ object: z.record(z.string(), z.unknown()) }),
})

const chargeSchema = z.object({ payment_intent: reference, refunded: z.boolean() })
const disputeSchema = z.object({ id: z.string(), payment_intent: reference, status: z.string() })

/** Reads an event of the kinds the shop acts on; any other kind is `other`. Throws where a known kind has an unknown shape. */
export function readStripeEvent(payload: unknown): PaymentEvent {
	const { id, type, data } = eventSchema.parse(payload)
	// The same account may sell subscriptions or save cards elsewhere; those sessions are none of ours.
	if (type.startsWith('checkout.session.') && (data.object.mode ?? 'payment') !== 'payment') {
		return { id, type, kind: 'other' }
	}
	switch (type) {
		case 'checkout.session.completed':
		case 'checkout.session.async_payment_succeeded':
		case 'checkout.session.expired':
			return { id, type, kind: 'checkout', session: sessionSchema.parse(data.object) }
		case 'checkout.session.async_payment_failed':
			return { id, type, kind: 'payment failed', session: sessionSchema.parse(data.object) }
		case 'charge.refunded': {
			const charge = chargeSchema.parse(data.object)
			if (charge.payment_intent === null) return { id, type, kind: 'other' }
			return { id, type, kind: 'refunded', paymentIntentId: charge.payment_intent, whole: charge.refunded }
		}
		case 'charge.dispute.created': {
			const dispute = disputeSchema.parse(data.object)
			if (dispute.payment_intent === null || isInquiry(dispute.status)) return { id, type, kind: 'other' }
			return {
				id,
				type,
				kind: 'dispute opened',
				paymentIntentId: dispute.payment_intent,
				disputeId: dispute.id,
			}
		}
		case 'charge.dispute.closed': {
			const dispute = disputeSchema.parse(data.object)
			if (dispute.payment_intent === null) return { id, type, kind: 'other' }
			return {
				id,
				type,
				kind: 'dispute closed',
				paymentIntentId: dispute.payment_intent,
				disputeId: dispute.id,
				won: dispute.status !== 'lost',
			}
		}
		default:
			return { id, type, kind: 'other' }
	}
}

/** A bank that only asks takes no money back, so the guide stays where it is. */
function isInquiry(disputeStatus: string): boolean {
	return disputeStatus.startsWith('warning_')
}
