/**
 * What the shop asks of a payment provider, in the shop's own words. The adapter in `payments/` speaks the provider's.
 * Amounts are integer pence.
 */
export interface PaymentProvider {
	/**
	 * Opens a Checkout Session. The same request always gives the same session; the
	 * same purchase and attempt with anything else changed is refused. Throws `ProviderFailure`.
	 */
	openCheckout(request: CheckoutRequest): Promise<CheckoutSession>
	/** Undefined where the provider has no such session. Throws `ProviderFailure`. */
	getCheckout(sessionId: string): Promise<CheckoutSession | undefined>
	/** Closes an open session so that it can no longer be paid; harmless where it is closed already. */
	expireCheckout(sessionId: string): Promise<void>
	/**
	 * Gives what is left of a payment back, once however often it is asked; one given back already counts as done. Returns
	 * the refund's id, or null where the buyer's bank has taken the money back for as long as it is disputed.
	 */
	refund(paymentIntentId: string, purchaseId: string): Promise<string | null>
	/** The payment as it stands now; undefined where the provider has no such payment, or nothing of it was paid. */
	getPayment(paymentIntentId: string): Promise<Payment | undefined>
	// Everything since a time, newest first, what is none of the shop's included. Each throws `ProviderFailure`.
	listCheckouts(since: Date): AsyncIterable<CheckoutSession>
	listPayments(since: Date): AsyncIterable<Payment>
	listRefunds(since: Date): AsyncIterable<Refund>
	listDisputes(since: Date): AsyncIterable<Dispute>
	/** Verifies an event from its raw bytes before anything is read of it; throws `invalid_signature`. */
	verifyEvent(body: Buffer, signature: string): VerifiedEvent
	/** Reads an event proven earlier and kept since. */
	readEvent(payload: unknown): PaymentEvent
}

/** An event that the provider has signed. */
export interface VerifiedEvent {
	id: string
	type: string
	/** Whether it is about test payments and the shop's key about real ones, or the other way round. */
	isOfOtherMode: boolean
	/** The event without what it says of the person who paid. */
	payload: unknown
}

export interface CheckoutRequest {
	purchaseId: string
	/** Raised after the provider has definitely refused the attempt before; part of the idempotency key. */
	attempt: number
	userId: string
	catalogueId: string
	productName: string
	pricePence: number
	currency: 'GBP'
	customerEmail: string
	/** What the buyer has to agree to on the hosted page, in these words. */
	consentWording: string
	/** When the session ends: at least 30 minutes and at most 24 hours away. */
	expiresAt: Date
}

export interface CheckoutSession {
	id: string
	/** The hosted page's address; null once the session is closed. */
	url: string | null
	status: 'open' | 'complete' | 'expired'
	paymentStatus: 'paid' | 'unpaid' | 'no_payment_required'
	createdAt: Date
	expiresAt: Date
	/** What we wrote into the session when it was opened; null where someone else opened it. */
	purchaseId: string | null
	userId: string | null
	catalogueId: string | null
	/** ISO code in upper case. */
	currency: string
	/** Sum of the line items before promotion codes and taxes on top. */
	subtotalPence: number
	/** What promotion codes took off. */
	discountPence: number
	/** What is paid in the end, and how much of it is VAT. */
	totalPence: number
	vatPence: number
	/** Whether the buyer has agreed to what the hosted page asked them. */
	hasConsented: boolean
	paymentIntentId: string | null
	/** Where the provider wrote to the buyer; null in an event. Shown to the owner, never stored or logged. */
	customerEmail: string | null
}

/** Reports whether a session is one that this shop opened and that has been paid. */
export function isPaidHere({ purchaseId, status, paymentStatus }: CheckoutSession): boolean {
	return purchaseId !== null && status === 'complete' && paymentStatus !== 'unpaid'
}

/** Money that has really been paid. */
export interface Payment {
	paymentIntentId: string
	paidAt: Date
	amountPence: number
	/** What has been given back of it so far. */
	refundedPence: number
	/** Whether the buyer's bank has ever disputed it. */
	isDisputed: boolean
	/** ISO code in upper case. */
	currency: string
}

export interface Refund {
	id: string
	/** Null where the payment was made in a way that has none, which the shop never does. */
	paymentIntentId: string | null
	createdAt: Date
	amountPence: number
	/** False where it failed or was called off: the money has stayed with the shop. */
	stands: boolean
}

export interface Dispute {
	id: string
	paymentIntentId: string | null
	createdAt: Date
	/** An inquiry takes no money back; `open` has taken it for as long as it lasts. */
	state: 'inquiry' | 'open' | 'won' | 'lost'
}

/** One thing the provider told us, reduced to what the shop acts on; `at` is when it happened. */
export type PaymentEvent = { id: string; type: string; at: Date } & (
	| { kind: 'checkout'; session: CheckoutSession }
	| { kind: 'payment failed'; session: CheckoutSession }
	| { kind: 'refunded'; paymentIntentId: string; whole: boolean }
	| { kind: 'refund failed'; paymentIntentId: string }
	| { kind: 'dispute opened'; paymentIntentId: string; disputeId: string }
	| { kind: 'dispute closed'; paymentIntentId: string; disputeId: string; won: boolean }
	| { kind: 'other' }
)

/** The provider could not be asked, or refused. */
export class ProviderFailure extends Error {
	/** True where it answered and will not act on this attempt; false where nobody knows whether it acted. */
	readonly definite: boolean

	constructor(options: { definite: boolean; cause: unknown }) {
		super(options.definite ? 'the payment provider refused' : 'the payment provider did not answer', {
			cause: options.cause,
		})
		this.name = 'ProviderFailure'
		this.definite = options.definite
	}
}
