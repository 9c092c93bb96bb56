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
	/** Gives the whole payment back, once however often it is asked. Returns the refund's id. */
	refund(paymentIntentId: string, purchaseId: string): Promise<string>
	/** Proves an event from its raw bytes before anything is read of it; throws `invalid_signature`. */
	verifyEvent(body: Buffer, signature: string): { id: string; type: string; payload: unknown }
	/** Reads an event proven earlier and kept since. */
	readEvent(payload: unknown): PaymentEvent
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
	/** When the session ends: at least 30 minutes and at most 24 hours away. */
	expiresAt: Date
}

export interface CheckoutSession {
	id: string
	/** The hosted page's address; null once the session is closed. */
	url: string | null
	status: 'open' | 'complete' | 'expired'
	paymentStatus: 'paid' | 'unpaid' | 'no_payment_required'
	expiresAt: Date
	/** What we wrote into the session when it was opened; null where someone else opened it. */
	purchaseId: string | null
	userId: string | null
	catalogueId: string | null
	/** ISO code in upper case. */
	currency: string
	/** Sum of the line items before promotion codes and taxes on top. */
	subtotalPence: number
	totalPence: number
	paymentIntentId: string | null
}

/** One thing the provider told us, reduced to what the shop acts on. */
export type PaymentEvent = { id: string; type: string } & (
	| { kind: 'checkout'; session: CheckoutSession }
	| { kind: 'payment failed'; session: CheckoutSession }
	| { kind: 'refunded'; paymentIntentId: string; whole: boolean }
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
