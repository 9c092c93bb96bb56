import { z } from 'zod'

/**
 * What a buyer may ask for. A `refund` is made immediately; `cancel` gives a payment back once it arrives; `help` goes to a person;
 * `none` means that there is nothing to ask for.
 */
export const waysToAsk = ['refund', 'cancel', 'help', 'none'] as const

/** Why. */
const reasons = [
	/** Nobody has opened it, and it was paid for less than `refundDays` ago. */
	'unopened',
	/** The payment is on hold, so nothing has been delivered, and the right to cancel exists. */
	'on hold',
	/** The payment is on its way, so nothing has been delivered, and the right to cancel exists. */
	'payment on its way',
	'opened',
	'late',
	/** It cost more than the shop refunds without a person. */
	'over the limit',
	/** The shop has refunded another purchase of this buyer lately (`daysBetweenRefunds`). */
	'refunded another',
	'partly refunded',
	'refund under way',
	'refunded',
	/** The buyer's bank holds the money, or has taken it. */
	'disputed',
] as const

/** What a buyer has asked for. */
export const kindsOfRequest = ['refund', 'cancellation', 'help'] as const

/** What a user asks about their personal data: that something is done with it, or a complaint about how it is treated. */
export const kindsOfDataRequest = ['data request', 'data complaint'] as const

export const dataRequestSchema = z.strictObject({
	id: z.uuid(),
	kind: z.enum(kindsOfDataRequest),
	at: z.iso.datetime(),
	said: z.string(),
	answer: z.string().nullable(),
})

export type DataRequest = z.infer<typeof dataRequestSchema>

/** What is true of a purchase whose buyer wants to cancel it, have their money back, or complain. */
export const refundTermsSchema = z.strictObject({
	purchaseId: z.uuid(),
	name: z.string(),
	/** The guides that it delivers. */
	guides: z.array(z.string()),
	paidPence: z.int(),
	/** Null while the payment is on its way. */
	paidAt: z.iso.datetime().nullable(),
	way: z.enum(waysToAsk),
	because: z.enum(reasons),
	/** Until when an unopened guide is refunded. */
	until: z.iso.datetime().nullable(),
	/** When one of its guides was last opened. */
	openedAt: z.iso.datetime().nullable(),
	/** What the buyer agreed to at the payment. */
	consent: z.strictObject({ wording: z.string(), at: z.iso.datetime() }).nullable(),
	/** What the buyer asked last. */
	asked: z
		.strictObject({
			kind: z.enum(kindsOfRequest),
			at: z.iso.datetime(),
			said: z.string(),
			answer: z.string().nullable(),
		})
		.nullable(),
})

export type RefundTerms = z.infer<typeof refundTermsSchema>
