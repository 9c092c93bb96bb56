import { z } from 'zod'
import type { BalanceMovement, Payout, PayoutLine } from '#server/shop/balance.ts'
import type { FraudWarning } from '#server/shop/dispute.ts'
import type { CheckoutSession, Payment, Refund } from '#server/shop/payment-provider.ts'

/**
 * Stripe promises that no id has more than 255 characters. A limit is needed because the ids are indexed, and PostgreSQL limits
 * the size of index entries.
 */
export const id = z.string().min(1).max(255)
/** Unix seconds, within the range of a `Date`. */
export const time = z.int().min(0).max(253_402_300_799)
export const pence = z.int().min(0)

/** A reference to another object. Stripe sends only the object's id, or the whole object if asked to expand the reference. */
export const reference = z.union([id, z.object({ id }).transform((object) => object.id)]).nullable()

/** A country's code. An unknown shape counts as unknown. */
const country = z
	.string()
	.regex(/^[A-Z]{2}$/)
	.nullish()
	.catch(null)

const statuses = z.enum(['open', 'complete', 'expired'])
const paymentStatuses = z.enum(['paid', 'unpaid', 'no_payment_required'])

/** What the shop reads of a Checkout Session, from an event or an answer. Amounts are pence, times unix seconds. */
export const checkoutSessionSchema = z
	.object({
		id,
		url: z.string().nullish(),
		// Stripe may add values to both, also in the API version that the shop reads.
		status: z.string().nullable(),
		payment_status: z.string(),
		created: time,
		expires_at: time,
		client_reference_id: z.string().nullish(),
		metadata: z.record(z.string(), z.string()).nullish(),
		currency: z.string(),
		amount_subtotal: pence,
		amount_total: pence,
		total_details: z.object({ amount_discount: pence, amount_tax: pence }).nullish(),
		discounts: z.array(z.object({ promotion_code: reference.optional() })).nullish(),
		consent: z.object({ terms_of_service: z.string().nullish() }).nullish(),
		payment_intent: reference,
		// A stored event has nothing of it but the country, because personal data has been removed.
		customer_details: z
			.object({
				email: z.string().nullish(),
				address: z.object({ country }).nullish(),
			})
			.nullish(),
		customer_email: z.string().nullish(),
		managed_payments: z.object({ enabled: z.boolean() }).nullish(),
	})
	.transform(
		(checkoutSession): CheckoutSession => ({
			id: checkoutSession.id,
			url: checkoutSession.url ?? null,
			status: statuses.safeParse(checkoutSession.status).data ?? 'other',
			// Only a payment that is known to have been made counts as one.
			paymentStatus: paymentStatuses.safeParse(checkoutSession.payment_status).data ?? 'unpaid',
			createdAt: dateOf(checkoutSession.created),
			expiresAt: dateOf(checkoutSession.expires_at),
			purchaseId: uuidOrNull(checkoutSession.client_reference_id),
			userId: uuidOrNull(checkoutSession.metadata?.user_id),
			catalogueId: checkoutSession.metadata?.catalogue_id ?? null,
			currency: checkoutSession.currency.toUpperCase(),
			subtotalPence: checkoutSession.amount_subtotal,
			discountPence: checkoutSession.total_details?.amount_discount ?? 0,
			promotionCodeId: checkoutSession.discounts?.find((each) => each.promotion_code)?.promotion_code ?? null,
			totalPence: checkoutSession.amount_total,
			vatPence: checkoutSession.total_details?.amount_tax ?? 0,
			hasConsented: checkoutSession.consent?.terms_of_service === 'accepted',
			paymentIntentId: checkoutSession.payment_intent,
			customerEmail: checkoutSession.customer_details?.email ?? checkoutSession.customer_email ?? null,
			billingCountry: checkoutSession.customer_details?.address?.country ?? null,
			soldBy: checkoutSession.managed_payments?.enabled === true ? 'stripe' : 'shop',
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

/** A charge, in an event about its refund. */
export const chargeSchema = z.object({ payment_intent: reference, refunded: z.boolean() })

const paidChargeSchema = z.object({
	payment_intent: reference,
	created: time,
	amount: pence,
	currency: z.string(),
	paid: z.boolean(),
	status: z.string(),
})

/** Reads the payment that a charge made; undefined if it made none, for example because it was declined. */
export function readCharge(charge: unknown): Payment | undefined {
	const read = paidChargeSchema.parse(charge)
	if (!read.paid || read.status !== 'succeeded' || read.payment_intent === null) return undefined
	return {
		paymentIntentId: read.payment_intent,
		paidAt: dateOf(read.created),
		amountPence: read.amount,
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

const fraudWarningSchema = z.object({
	id,
	payment_intent: reference.optional(),
	created: time,
	actionable: z.boolean(),
	fraud_type: z.string().max(255),
})

/** Reads an early fraud warning; undefined if it names no payment intent. */
export function readFraudWarning(warning: unknown): FraudWarning | undefined {
	const { id, payment_intent, created, actionable, fraud_type } = fraudWarningSchema.parse(warning)
	if (!payment_intent) return undefined
	return {
		id,
		paymentIntentId: payment_intent,
		warnedAt: dateOf(created),
		isActionable: actionable,
		fraudType: fraud_type,
	}
}

const movementSchema = z.object({
	id,
	type: z.string(),
	amount: z.int(),
	fee: z.int(),
	currency: z.string(),
	created: time,
	source: z
		.object({
			id,
			object: z.enum(['charge', 'refund', 'dispute']),
			payment_intent: reference.optional(),
			billing_details: z
				.object({ address: z.object({ country }).nullish() })
				.nullish()
				.catch(null),
			payment_method_details: z
				.object({ card: z.object({ country }).nullish() })
				.nullish()
				.catch(null),
		})
		.nullable()
		.catch(null),
})

/** Reads a balance transaction about a payment in pounds; undefined for any other, such as a payout. */
export function readMovement(transaction: unknown): BalanceMovement | undefined {
	const { source, currency, ...read } = movementSchema.parse(transaction)
	if (source === null || !source.payment_intent || currency !== 'gbp') return undefined
	// Stripe charges some fees, such as that for answering a dispute, as movements of their own. Their amount is the fee.
	const fee = read.type === 'stripe_fee' ? read.amount : 0
	return {
		id: read.id,
		kind: source.object,
		sourceId: source.id,
		paymentIntentId: source.payment_intent,
		amountPence: read.amount - fee,
		feePence: read.fee - fee,
		at: dateOf(read.created),
		country: source.billing_details?.address?.country ?? null,
		cardCountry: source.payment_method_details?.card?.country ?? null,
	}
}

const payoutSchema = z.object({
	id,
	status: z.string(),
	amount: z.int(),
	currency: z.string(),
	created: time,
	arrival_date: time,
	automatic: z.boolean(),
	reconciliation_status: z.string(),
})

/** Reads a payout; undefined if it is not in pounds. */
export function readPayout(payout: unknown): Payout | undefined {
	const read = payoutSchema.parse(payout)
	if (read.currency !== 'gbp') return undefined
	return {
		id: read.id,
		status: read.status,
		amountPence: read.amount,
		createdAt: dateOf(read.created),
		arrivesAt: dateOf(read.arrival_date),
		isAutomatic: read.automatic,
		isReconciled: read.reconciliation_status === 'completed',
	}
}

const payoutLineSchema = z.object({ id, type: z.string(), source: reference })

/** Reads a balance transaction that is part of a payout. */
export function readPayoutLine(transaction: unknown): PayoutLine {
	const { id, type, source } = payoutLineSchema.parse(transaction)
	return { id, returnedPayoutId: type === 'payout_failure' || type === 'payout_cancel' ? source : null }
}
