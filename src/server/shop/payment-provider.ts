import type { BalanceMovement, Payout, PayoutLine } from '#server/shop/balance.ts'
import type { DisputeStage } from '#shared/dispute.ts'
import type { SalesArea, SoldBy } from '#shared/where-we-sell.ts'
import type { Dispute, FraudWarning } from './dispute.ts'

/**
 * What the shop needs from a payment provider, in the shop's own terms. `adapters/payments/` translates these into the provider's
 * terms. Amounts are integer pence.
 */
export interface PaymentProvider {
	/** Why no payment may be started, in a sentence for the buyer; undefined if payments may be started. */
	closedBecause?: string
	/**
	 * Opens a Checkout Session. The same request always returns the same one. A request for the same purchase and attempt that
	 * differs in anything else is refused. Throws `ProviderFailure`.
	 */
	openCheckout(request: CheckoutRequest): Promise<CheckoutSession>
	/** Returns a Checkout Session; undefined if the provider has none with this id. Throws `ProviderFailure`. */
	getCheckout(checkoutSessionId: string): Promise<CheckoutSession | undefined>
	/** Closes an open Checkout Session so that it can no longer be paid; does nothing if it is closed already. */
	expireCheckout(checkoutSessionId: string): Promise<void>
	/**
	 * Refunds the rest of a payment, once, however often it is called. If the payment was refunded before, that counts as success.
	 * Throws `ProviderFailure`.
	 */
	refund(paymentIntentId: string, purchaseId: string): Promise<RefundAnswer>
	/**
	 * Refunds a part of a payment, once for each key, however often it is called with that key. Throws `ProviderFailure`, also if
	 * less than this part is left.
	 */
	refundPart(paymentIntentId: string, part: RefundPart): Promise<RefundAnswer>
	/**
	 * Returns the current state of a payment; undefined if the provider does not know it, or if nothing was paid. Throws
	 * `ProviderFailure`.
	 */
	getPayment(paymentIntentId: string): Promise<CurrentPayment | undefined>
	/**
	 * Returns whether a payment that takes days, such as a bank debit, has failed for good. Throws `ProviderFailure`.
	 */
	hasFailed(paymentIntentId: string): Promise<boolean>
	/** Returns where the card of a payment was issued, in two letters; null if it is not known, or no card. Throws `ProviderFailure`. */
	getCardCountry(paymentIntentId: string): Promise<string | null>
	/**
	 * Sends the shop's answer at one stage of a dispute. The bank accepts only one for each, so nothing is sent if there is an
	 * answer already, or if none is expected at this stage. Throws `ProviderFailure`.
	 */
	answerDispute(
		disputeId: string,
		answer: { stage: DisputeStage; text: string },
	): Promise<'sent' | 'answered before' | 'closed'>
	/**
	 * Makes a discount code unless it exists, and turns it on or off. Returns the provider's id of the code. Throws
	 * `ProviderFailure`, also if another code with the same letters is active.
	 */
	putDiscountCode(code: DiscountCode): Promise<string>
	/** Returns the URL of something in the provider's dashboard; null if the dashboard has no page for it. */
	pageOf(kind: 'Checkout Session' | 'payment' | 'payout', id: string): string | null
	/** Makes a call that changes nothing. Throws `ProviderFailure` if it fails. */
	ping(): Promise<void>
	// Each lists everything since a time, newest first, including what the shop did not sell. Each throws `ProviderFailure`.
	listCheckouts(since: Date): AsyncIterable<CheckoutSession>
	listPayments(since: Date): AsyncIterable<Payment>
	listRefunds(since: Date): AsyncIterable<Refund>
	listDisputes(since: Date): AsyncIterable<Dispute>
	/** Lists the reports about fraud of the last 30 days at most, each with the time at which it was made. */
	listFraudWarnings(since: Date): AsyncIterable<{ at: Date; warning: FraudWarning }>
	/**
	 * Returns the movements on the account's balance within a period, newest first, including those that the shop did not cause.
	 * Throws `ProviderFailure`.
	 */
	listMovements(time: { from: Date; until?: Date }): AsyncIterable<BalanceMovement>
	/** Returns what has been paid out to the bank since a time, newest first. Throws `ProviderFailure`. */
	listPayouts(since: Date): AsyncIterable<Payout>
	/** Returns what a reconciled payout consists of. Throws `ProviderFailure`. */
	listMovementsOfPayout(payoutId: string): AsyncIterable<PayoutLine>
	/** Verifies an event from its raw bytes before reading anything in it. Throws `invalid_signature`. */
	verifyEvent(body: Buffer, signature: string): VerifiedEvent
	/** Reads a stored event, which was verified before it was stored. */
	readEvent(payload: unknown): PaymentEvent
}

/** An event that the provider has signed. */
export interface VerifiedEvent {
	id: string
	type: string
	/** Whether it is a test event and the shop has a live key, or the other way round. */
	isOfOtherMode: boolean
	/** The event without the payer's personal data. */
	payload: unknown
}

export interface CheckoutRequest {
	purchaseId: string
	/**
	 * Part of the idempotency key. Increased once the provider has definitely refused an attempt, because under the same key the
	 * provider would only repeat its refusal.
	 */
	attempt: number
	userId: string
	catalogueId: string
	/** The name of the guide or the bundle. */
	productName: string
	/** A short name for bank statements. */
	shortName: string
	/** The guide, or every guide of a bundle. */
	lines: readonly CheckoutLine[]
	codeField: CodeField
	/** The code that the page is opened with; null if there is none. Buyers can't type another. */
	linkCode: LinkCode | null
	currency: 'GBP'
	customerEmail: string
	/** The wording that the buyer has to agree to on the hosted page. `termsWords` (`delivery-consent.ts`) in it become a link to the terms. */
	consentWording: string
	/** Where the shop sells; buyers read it before they pay. */
	soldIn: SalesArea
	soldBy: SoldBy
	/** When the Checkout Session ends: at least 30 minutes and at most 24 hours away. */
	expiresAt: Date
}

/**
 * Whether a buyer can type a code on the payment page. `as set`: as the settings say. `shown`: yes. `shown for product`: yes,
 * including codes that are limited to some products. `hidden`: no.
 */
export const codeFields = ['as set', 'shown', 'shown for product', 'hidden'] as const
export type CodeField = (typeof codeFields)[number]

/** A code that a payment page is opened with. */
export interface LinkCode {
	/** The provider's id of it. */
	promotionCodeId: string
	/** Whether it is for some products only. */
	isByProduct: boolean
}

/** A product as the payment page shows it. */
export interface ShownProduct {
	catalogueId: string
	/** The id of the provider's own product. Codes that are limited to some products refer to this id. */
	providerProductId: string
	productName: string
	description: string
	/** Path of its picture on this site. */
	picturePath: string
	taxCode: string
}

/** A guide on the payment page, and the price that is paid for it. */
export interface CheckoutLine extends ShownProduct {
	pricePence: number
}

export interface DiscountCode {
	/** The shop's own id of the code. It keeps the provider from making the same code twice. */
	id: string
	/** What buyers type, in upper or lower case. */
	code: string
	off: { percent: number } | { pence: number }
	/** The products that it is limited to; null for every product. */
	products: readonly ShownProduct[] | null
	endsAt: Date | null
	mostUses: number | null
	/** Whether it can be used now. */
	isActive: boolean
}

export interface CheckoutSession {
	id: string
	/** The hosted page's address; null once the Checkout Session is closed. */
	url: string | null
	/** `other` if the provider has begun to use a status that the shop does not know. */
	status: 'open' | 'complete' | 'expired' | 'other'
	paymentStatus: 'paid' | 'unpaid' | 'no_payment_required'
	createdAt: Date
	expiresAt: Date
	/** The id that the shop wrote into the Checkout Session when it opened it; null if the shop did not open it. */
	purchaseId: string | null
	userId: string | null
	catalogueId: string | null
	/** ISO code in upper case. */
	currency: string
	/** Sum of the line items before promotion codes. Contains VAT that is included in the prices, but no tax that is added to them. */
	subtotalPence: number
	/** What promotion codes took off. */
	discountPence: number
	/** The provider's id of the promotion code that was used; null if there is none. */
	promotionCodeId: string | null
	/** The amount paid, including any VAT. */
	totalPence: number
	/** How much of the amount paid is VAT. */
	vatPence: number
	/** Whether the buyer has given the consent that the hosted page asks for. */
	hasConsented: boolean
	paymentIntentId: string | null
	/** The address that the provider has for the buyer; null in an event. Shown to the owner, never stored or logged. */
	customerEmail: string | null
	/** The country of the billing address in two letters; null if it is not known. */
	billingCountry: string | null
	/** Where the card was issued, in two letters; null if it is not known or no card, missing unless the provider was asked. */
	cardCountry?: string | null | undefined
	/** Who sells: the shop, or Stripe as its merchant of record. */
	soldBy: SoldBy
}

/** Reports whether a Checkout Session was opened by this shop and has been paid. */
export function isPaidHere({ purchaseId, status, paymentStatus }: CheckoutSession): boolean {
	return purchaseId !== null && status === 'complete' && paymentStatus !== 'unpaid'
}

/** A payment that has been made. */
export interface Payment {
	paymentIntentId: string
	paidAt: Date
	amountPence: number
	/** ISO code in upper case. */
	currency: string
}

/** A payment with its refunds and disputes. */
export interface CurrentPayment extends Payment {
	/** The sum of its refunds, without failed and cancelled ones. */
	refundedPence: number
	refunds: Refund[]
	disputes: Dispute[]
}

interface RefundPart {
	purchaseId: string
	amountPence: number
	/** Identifies the refund. */
	key: string
}

/**
 * `disputed`: nothing was refunded, because the buyer's bank holds the money. `unknown`: the provider does not know the payment.
 */
type RefundAnswer = { kind: 'refunded'; refundId: string } | { kind: 'disputed' } | { kind: 'unknown' }

export interface Refund {
	id: string
	/** Null for kinds of payment without a payment intent, which the shop never uses. */
	paymentIntentId: string | null
	createdAt: Date
	amountPence: number
	/** False if the refund failed or was cancelled, which means that the shop still has the money. */
	stands: boolean
}

/** Adds up refunds, leaving out failed and cancelled ones. */
export function sumOfRefunds(refunds: readonly Refund[]): number {
	return refunds.reduce((sum, { stands, amountPence }) => (stands ? sum + amountPence : sum), 0)
}

/** An event of the provider, reduced to what the shop acts on; `at` is when it happened. */
export type PaymentEvent = { id: string; type: string; at: Date } & (
	| { kind: 'checkout'; checkoutSession: CheckoutSession }
	| { kind: 'payment failed'; checkoutSession: CheckoutSession }
	| { kind: 'refunded'; paymentIntentId: string; whole: boolean }
	| { kind: 'refund changed'; paymentIntentId: string }
	| { kind: 'dispute'; paymentIntentId: string; dispute: Dispute }
	| { kind: 'fraud warning'; paymentIntentId: string; warning: FraudWarning }
	| { kind: 'other' }
)

/** The provider was unreachable, refused the request, or failed. */
export class ProviderFailure extends Error {
	/**
	 * True if the provider certainly did not act: it refused, or was never asked. False if it may have acted. Only a new request
	 * can show whether it has.
	 */
	readonly definite: boolean
	/** Whether it refused because of the buyer's own data. */
	readonly blamesBuyer: boolean

	/** @param options.asked False if the provider was never asked. */
	constructor({ definite, cause, asked = true, blamesBuyer = false }: ProviderFailureOptions) {
		const did = asked ? (definite ? 'refused' : 'gave no clear answer') : 'was not asked'
		super(`Stripe ${did}`, { cause })
		this.name = 'ProviderFailure'
		this.definite = definite
		this.blamesBuyer = blamesBuyer
	}
}

interface ProviderFailureOptions {
	definite: boolean
	cause: unknown
	asked?: boolean
	blamesBuyer?: boolean
}
