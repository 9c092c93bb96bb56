import { z } from 'zod'
import type { CheckoutSession, Dispute, Payment, Refund } from '#server/shop/payment-provider.ts'

/** Stripe promises that no id is longer; ours are indexed, and an index takes no text of any length. */
const id = z.string().min(1).max(255)
/** Seconds since 1970, as far as a date can tell them. */
const time = z.int().min(0).max(253_402_300_799)
const pence = z.int().min(0)

/** A reference that Stripe sends as an id, or as the whole object if it was asked to expand it. */
const reference = z.union([id, z.object({ id }).transform((object) => object.id)]).nullable()

/** What we read of a Checkout Session, in an event or an answer: amounts in pence, times in unix seconds. */
export const sessionSchema = z
	.object({
		id,
		url: z.string().nullish(),
		status: z.enum(['open', 'complete', 'expired']),
		payment_status: z.enum(['paid', 'unpaid', 'no_payment_required']),
		created: time,
		expires_at: time,
		client_reference_id: z.string().nullish(),
		metadata: z.record(z.string(), z.string()).nullish(),
		currency: z.string(),
		amount_subtotal: pence,
		amount_total: pence,
		total_details: z.object({ amount_discount: pence, amount_tax: pence }).nullish(),
		consent: z.object({ terms_of_service: z.string().nullish() }).nullish(),
		payment_intent: reference,
		// Not in an event: it is stored without what it says of the person who paid.
		customer_details: z.object({ email: z.string().nullish() }).nullish(),
		customer_email: z.string().nullish(),
	})
	.transform(
		(session): CheckoutSession => ({
			id: session.id,
			url: session.url ?? null,
			status: session.status,
			paymentStatus: session.payment_status,
			createdAt: dateOf(session.created),
			expiresAt: dateOf(session.expires_at),
			purchaseId: uuidOrNull(session.client_reference_id),
			userId: uuidOrNull(session.metadata?.user_id),
			catalogueId: session.metadata?.catalogue_id ?? null,
			currency: session.currency.toUpperCase(),
			subtotalPence: session.amount_subtotal,
			discountPence: session.total_details?.amount_discount ?? 0,
			totalPence: session.amount_total,
			vatPence: session.total_details?.amount_tax ?? 0,
			hasConsented: session.consent?.terms_of_service === 'accepted',
			paymentIntentId: session.payment_intent,
			customerEmail: session.customer_details?.email ?? session.customer_email ?? null,
		}),
	)

export function dateOf(unixSeconds: number): Date {
	return new Date(unixSeconds * 1000)
}

function uuidOrNull(text: string | null | undefined): string | null {
	return z.uuid().safeParse(text).data ?? null
}

export const eventSchema = z.object({
	id: id.startsWith('evt_'),
	type: z.string().max(255),
	created: time,
	data: z.object({ object: z.record(z.string(), z.unknown()) }),
})

/** A charge as an event about its refund tells it. */
export const chargeSchema = z.object({ payment_intent: reference, refunded: z.boolean() })
const disputeSchema = z
	.object({ id, payment_intent: reference, created: time, status: z.string() })
	.transform(
		({ id, payment_intent, created, status }): Dispute => ({
			id,
			paymentIntentId: payment_intent,
			createdAt: dateOf(created),
			state: disputeState(status),
		}),
	)

/** A bank that only asks takes no money back, so the guide stays where it is, also once it has asked enough. */
function disputeState(status: string): Dispute['state'] {
	if (status.startsWith('warning_')) return 'inquiry'
	return status === 'won' || status === 'lost' ? status : 'open'
}

const paidChargeSchema = z.object({
	payment_intent: reference,
	created: time,
	amount: pence,
	amount_refunded: pence,
	disputed: z.boolean(),
	currency: z.string(),
	paid: z.boolean(),
	status: z.string(),
})

/** A charge as the payment it made; undefined where it made none. */
export function readCharge(charge: unknown): Payment | undefined {
	const read = paidChargeSchema.parse(charge)
	if (!read.paid || read.status !== 'succeeded' || read.payment_intent === null) return undefined
	return {
		paymentIntentId: read.payment_intent,
		paidAt: dateOf(read.created),
		amountPence: read.amount,
		refundedPence: read.amount_refunded,
		isDisputed: read.disputed,
		currency: read.currency.toUpperCase(),
	}
}

const refundSchema = z.object({
	id,
	payment_intent: reference,
	created: time,
	amount: pence,
	status: z.string().nullable(),
})

export function readRefund(refund: unknown): Refund {
	const { id, payment_intent, created, amount, status } = refundSchema.parse(refund)
	return {
		id,
		paymentIntentId: payment_intent,
		createdAt: dateOf(created),
		amountPence: amount,
		stands: status !== 'failed' && status !== 'canceled',
	}
}

export function readDispute(dispute: unknown): Dispute {
	return disputeSchema.parse(dispute)
}
