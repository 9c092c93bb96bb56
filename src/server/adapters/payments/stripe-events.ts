import Stripe from 'stripe'
import { z } from 'zod'
import { invalidSignature, thinEvent, unreadableEvent } from '#server/adapters/payments/errors.ts'
import { readDispute } from '#server/adapters/payments/stripe-disputes.ts'
import {
	chargeSchema,
	checkoutSessionSchema,
	dateOf,
	eventSchema,
	readFraudWarning,
	readRefund,
} from '#server/adapters/payments/stripe-shapes.ts'
import type { PaymentEvent, VerifiedEvent } from '#server/shop/payment-provider.ts'
import { type Clock, unixSeconds } from '#shared/clock.ts'

type About = 'id' | 'type' | 'at'
/** The content of an event, besides its id, type and time. */
type News = {
	[Kind in PaymentEvent['kind']]: Omit<Extract<PaymentEvent, { kind: Kind }>, About>
}[PaymentEvent['kind']]
type Reader = (object: Record<string, unknown>) => News

const other: News = { kind: 'other' }

/**
 * Ignores Checkout Sessions that are not for a payment. Another application on the same account may sell subscriptions or save
 * cards.
 */
function ofPayment(read: Reader): Reader {
	return (object) => ((object.mode ?? 'payment') === 'payment' ? read(object) : other)
}

/**
 * Reads a Checkout Session of this shop. One that cannot be read is ignored if another application opened it: Stripe would send a
 * refused event again for days, and then stop sending the shop any.
 */
function aboutCheckout(kind: 'checkout' | 'payment failed'): Reader {
	return ofPayment((object) => {
		const read = checkoutSessionSchema.safeParse(object)
		if (read.success) return { kind, checkoutSession: read.data }
		if (ours.safeParse(object).success) throw read.error
		return other
	})
}

const ours = z.union([
	z.object({ client_reference_id: z.uuid() }),
	z.object({ metadata: z.object({ purchase_id: z.string() }) }),
])
const checkout = aboutCheckout('checkout')

function refundChanged(object: Record<string, unknown>): News {
	const { paymentIntentId } = readRefund(object)
	return paymentIntentId === null ? other : { kind: 'refund changed', paymentIntentId }
}

function dispute(object: Record<string, unknown>): News {
	const read = readDispute(object)
	const { paymentIntentId } = read
	return paymentIntentId === null ? other : { kind: 'dispute', paymentIntentId, dispute: read }
}

function fraudWarning(object: Record<string, unknown>): News {
	const read = readFraudWarning(object)
	return read === undefined
		? other
		: { kind: 'fraud warning', paymentIntentId: read.paymentIntentId, warning: read }
}

/** How to read each kind of event that the shop acts on. */
const readers = {
	'checkout.session.completed': checkout,
	'checkout.session.async_payment_succeeded': checkout,
	'checkout.session.async_payment_failed': aboutCheckout('payment failed'),
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
	'radar.early_fraud_warning.created': fraudWarning,
	'radar.early_fraud_warning.updated': fraudWarning,
} satisfies Partial<Record<Stripe.Event['type'], Reader>>

const readersByType = new Map<string, Reader>(Object.entries(readers))

/** The types of the events that a webhook endpoint must send. It may also send others. */
export const neededEvents: readonly string[] = Object.keys(readers)

/** The types of the events about early fraud warnings. */
export const fraudWarningEvents: readonly string[] = Object.entries<Reader>(readers).flatMap(
	([type, read]) => (read === fraudWarning ? [type] : []),
)

/**
 * Reads an event. The kind is `other` if the shop does not act on its type. Throws if an event of a known type has an unknown
 * shape.
 */
export function readStripeEvent(payload: unknown): PaymentEvent {
	const { id, type, created, data } = eventSchema.parse(payload)
	return { id, type, at: dateOf(created), ...(readersByType.get(type)?.(data.object) ?? other) }
}

interface VerifyOptions {
	webhookSecret: string
	/** Whether the shop's key moves real money. An event of the other mode is not about the shop's sales. */
	isLive: boolean
	clock: Clock
}

/** How many seconds the time of an event's signature may differ from the server's, past or future. */
const toleranceSeconds = 300
// Only events that arrive must have `livemode`. Stored events have already been checked.
const deliveredSchema = eventSchema.extend({ livemode: z.boolean() })
const byteOrderMark = Buffer.from([0xef, 0xbb, 0xbf])

/**
 * Verifies an event by its signature on the raw bytes before reading anything in it, and removes the payer's personal data.
 * Throws `invalid_signature`. If a signed body is not an event, throws `bad_json`, `validation_failed` or a `ZodError`.
 */
export function verifyStripeEvent(options: VerifyOptions, body: Buffer, signature: string): VerifiedEvent {
	try {
		verifySignature(options, body, signature)
	} catch (error) {
		throw invalidSignature(error)
	}
	const event = parseEvent(body)
	if (thinSchema.safeParse(event).success) throw thinEvent()
	const { id, type, livemode } = deliveredSchema.parse(event)
	return { id, type, isOfOtherMode: livemode !== options.isLive, payload: withoutPersonalData(event) }
}

const thinSchema = z.object({ object: z.literal('v2.core.event') })

/** Throws unless the provider signed these bytes within the tolerance. */
function verifySignature({ webhookSecret, clock }: VerifyOptions, body: Buffer, signature: string): void {
	const now = unixSeconds(clock)
	// The SDK ignores a byte order mark, which the provider never signs.
	if (body.subarray(0, 3).equals(byteOrderMark)) throw new Error('these are not the bytes that were signed')
	// The SDK accepts times far in the future. A stolen event with such a time could be replayed for longer.
	const times = [...signature.matchAll(/(?:^|,)\s*t=(\d+)/g)]
	// With two times in the header, the SDK might check one, and this function the other.
	if (times.length !== 1) throw new Error('the signature header does not have exactly one time')
	const signedAt = Number(times[0]?.[1])
	if (!(signedAt <= now + toleranceSeconds)) throw new Error('signed in the future')
	const verifier = Stripe.webhooks.signature
	if (verifier === null) throw new Error('the SDK cannot verify signatures')
	verifier.verifyHeader(body, signature, webhookSecret, toleranceSeconds, undefined, now * 1000)
}

/** Parses the body, and cleans its strings so that PostgreSQL can store them: a buyer may have typed anything, even `\u0000`. */
function parseEvent(body: Buffer): unknown {
	try {
		return toStorableJson(JSON.parse(body.toString('utf8')))
	} catch (error) {
		// The original error is not passed on as the cause, because it quotes the event with the payer's data.
		throw unreadableEvent(error instanceof RangeError ? 'nested too deeply' : 'not JSON')
	}
}

/** More levels than the provider's events have, and far fewer than the stack and PostgreSQL can take. */
const deepestNesting = 64

/**
 * Replaces NUL characters and lone surrogates with U+FFFD, also in the names of properties. PostgreSQL's `jsonb` refuses them.
 * Throws a `RangeError` if the value is nested too deeply.
 */
function toStorableJson(value: unknown, levelsLeft = deepestNesting): unknown {
	if (typeof value === 'string') return storableText(value)
	if (typeof value !== 'object' || value === null) return value
	if (levelsLeft === 0) throw new RangeError('nested too deeply')
	if (Array.isArray(value)) return value.map((item) => toStorableJson(item, levelsLeft - 1))
	return Object.fromEntries(
		Object.entries(value).map(([name, member]) => [
			storableText(name),
			toStorableJson(member, levelsLeft - 1),
		]),
	)
}

function storableText(text: string): string {
	return text.toWellFormed().replaceAll('\0', '\ufffd')
}

/** The properties of the provider's objects that identify the payer. */
const personal: ReadonlySet<string> = new Set([
	'billing_details',
	'collected_information',
	'customer_details',
	'customer_email',
	'customer_email_address',
	'customer_name',
	'customer_purchase_ip',
	'evidence',
	'payment_method_details',
	'receipt_email',
	'receipt_url',
	'shipping',
	'shipping_details',
])

const placeSchema = z.object({ address: z.object({ country: z.string().length(2) }) })

/** Returns the value without the payer's personal data, which the shop does not need. Of their address, the country stays. */
export function withoutPersonalData(value: unknown): unknown {
	if (Array.isArray(value)) return value.map(withoutPersonalData)
	if (typeof value !== 'object' || value === null) return value
	return Object.fromEntries(
		Object.entries(value).flatMap(([name, member]) =>
			personal.has(name) ? placeIn(name, member) : [[name, withoutPersonalData(member)]],
		),
	)
}

function placeIn(name: string, member: unknown): [string, unknown][] {
	const place = name === 'customer_details' ? placeSchema.safeParse(member).data : undefined
	return place === undefined ? [] : [[name, place]]
}
