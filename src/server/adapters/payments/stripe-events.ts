import type Stripe from 'stripe'
import {
	chargeSchema,
	dateOf,
	eventSchema,
	readDispute,
	readRefund,
	sessionSchema,
} from '#server/adapters/payments/stripe-shapes.ts'
import type { PaymentEvent } from '#server/shop/payment-provider.ts'

type About = 'id' | 'type' | 'at'
/** The content of an event, without its id, type and time. */
type News = {
	[Kind in PaymentEvent['kind']]: Omit<Extract<PaymentEvent, { kind: Kind }>, About>
}[PaymentEvent['kind']]
type Reader = (object: Record<string, unknown>) => News

const other: News = { kind: 'other' }

/** Ignores sessions of other modes: the same account may sell subscriptions or save cards elsewhere. */
function ofPayment(read: Reader): Reader {
	return (object) => ((object.mode ?? 'payment') === 'payment' ? read(object) : other)
}

const checkout = ofPayment((object) => ({ kind: 'checkout', session: sessionSchema.parse(object) }))

function refundChanged(object: Record<string, unknown>): News {
	const { paymentIntentId } = readRefund(object)
	return paymentIntentId === null ? other : { kind: 'refund changed', paymentIntentId }
}

function dispute(object: Record<string, unknown>): News {
	const read = readDispute(object)
	const { paymentIntentId } = read
	return paymentIntentId === null ? other : { kind: 'dispute', paymentIntentId, dispute: read }
}

/** Every kind of event the shop acts on, and how it is read. */
const readers = {
	'checkout.session.completed': checkout,
	'checkout.session.async_payment_succeeded': checkout,
	'checkout.session.async_payment_failed': ofPayment((object) => ({
		kind: 'payment failed',
		session: sessionSchema.parse(object),
	})),
	'checkout.session.expired': checkout,
	'charge.refunded': (object) => {
		const { payment_intent: paymentIntentId, refunded: whole } = chargeSchema.parse(object)
		return paymentIntentId === null ? other : { kind: 'refunded', paymentIntentId, whole }
	},
	'refund.updated': refundChanged,
	'refund.failed': refundChanged,
	'charge.dispute.created': dispute,
	'charge.dispute.updated': dispute,
	'charge.dispute.funds_withdrawn': dispute,
	'charge.dispute.funds_reinstated': dispute,
	'charge.dispute.closed': dispute,
} satisfies Partial<Record<Stripe.Event['type'], Reader>>

const readersByType = new Map<string, Reader>(Object.entries(readers))

/** The types of those events: a webhook endpoint must ask for each, or for all. */
export const neededEvents: readonly string[] = Object.keys(readers)

/** Reads an event of the kinds the shop acts on; any other kind is `other`. Throws if a known kind has an unknown shape. */
export function readStripeEvent(payload: unknown): PaymentEvent {
	const { id, type, created, data } = eventSchema.parse(payload)
	return { id, type, at: dateOf(created), ...(readersByType.get(type)?.(data.object) ?? other) }
}
