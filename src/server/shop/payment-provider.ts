/**
 * What the shop needs from a payment provider, in the shop's own terms. `adapters/payments/` translates to the provider's.
 * Amounts are integer pence.
 */
export interface PaymentProvider {
	/** Why no payment may be begun, for the buyer; undefined if one may. */
	closedBecause?: string
	/**
	 * Opens a Checkout Session. The same request always gives the same session; the
	 * same purchase and attempt with anything else changed is refused. Throws `ProviderFailure`.
	 */
	openCheckout(request: CheckoutRequest): Promise<CheckoutSession>
	/** Returns a session; undefined if the provider has none with this id. Throws `ProviderFailure`. */
	getCheckout(sessionId: string): Promise<CheckoutSession | undefined>
	/** Closes an open session so that it can no longer be paid; does nothing if it is closed already. */
	expireCheckout(sessionId: string): Promise<void>
	/**
	 * Refunds the rest of a payment, once, however often it is called. A payment that is refunded already counts as refunded.
	 * Throws `ProviderFailure`.
	 */
	refund(paymentIntentId: string, purchaseId: string): Promise<RefundAnswer>
	/**
	 * Refunds a part of a payment, once for each key, however often it is called with it. Throws `ProviderFailure`, also if less than
	 * this part is left.
	 */
	refundPart(paymentIntentId: string, part: RefundPart): Promise<RefundAnswer>
	/**
	 * Returns the current state of a payment; undefined if the provider does not know it, or nothing was paid. Throws
	 * `ProviderFailure`.
	 */
	getPayment(paymentIntentId: string): Promise<CurrentPayment | undefined>
	/**
	 * Sends the shop's answer to a dispute, which the bank accepts once: it is not sent if there is one already, or none is expected.
	 * Throws `ProviderFailure`.
	 */
	answerDispute(disputeId: string, text: string): Promise<'sent' | 'answered before' | 'closed'>
	/**
	 * Makes a discount code, unless it was made before, and turns it on or off. Returns the provider's id of it. Throws `ProviderFailure`,
	 * also if another code with the same letters can be used.
	 */
	putDiscountCode(code: DiscountCode): Promise<string>
	/** Returns the address of something in the provider's dashboard; null if it has no page of its own there. */
	pageOf(kind: 'session' | 'payment' | 'payout', id: string): string | null
	/** Makes a call that changes nothing. Throws `ProviderFailure` if it is not answered. */
	ping(): Promise<void>
	// Everything since a time, newest first, including what the shop did not sell. Each throws `ProviderFailure`.
	listCheckouts(since: Date): AsyncIterable<CheckoutSession>
	listPayments(since: Date): AsyncIterable<Payment>
	listRefunds(since: Date): AsyncIterable<Refund>
	listDisputes(since: Date): AsyncIterable<Dispute>
	/**
	 * Returns what moved the balance of the account in a time, newest first, including what the shop did not sell. Throws
	 * `ProviderFailure`.
	 */
	listMovements(time: { from: Date; until?: Date }): AsyncIterable<BalanceMovement>
	/** Returns what has been paid out to the bank since a time, newest first. Throws `ProviderFailure`. */
	listPayouts(since: Date): AsyncIterable<Payout>
	/** Returns the ids of the movements that an automatic payout consists of. Throws `ProviderFailure`. */
	listMovementsOfPayout(payoutId: string): AsyncIterable<string>
	/** Verifies an event from its raw bytes before anything in it is read; throws `invalid_signature`. */
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
	/** Part of the idempotency key; increased after the provider has definitely refused the previous attempt. */
	attempt: number
	userId: string
	catalogueId: string
	/** The guide or the bundle. */
	productName: string
	/** A short name for bank statements. */
	shortName: string
	/** The guide, or each one of a bundle. */
	lines: readonly CheckoutLine[]
	codeField: CodeField
	currency: 'GBP'
	customerEmail: string
	/** The wording that the buyer has to agree to on the hosted page. */
	consentWording: string
	/** When the session ends: at least 30 minutes and at most 24 hours away. */
	expiresAt: Date
}

/**
 * Whether a buyer can type a code on the payment page: as the settings say, always, always and also one that is for some products only, or
 * never.
 */
export const codeFields = ['as set', 'shown', 'shown for product', 'hidden'] as const
export type CodeField = (typeof codeFields)[number]

/** A product as the payment page shows it. */
export interface ShownProduct {
	catalogueId: string
	/** The provider's own product, for codes that are for some products only. */
	providerProductId: string
	productName: string
	description: string
	/** Path of its picture on this site. */
	picturePath: string
	taxCode: string
}

/** A guide on the payment page, with what is paid for it. */
export interface CheckoutLine extends ShownProduct {
	pricePence: number
}

export interface DiscountCode {
	/** Ours: the same code is made once. */
	id: string
	/** What buyers type, in any case. */
	code: string
	off: { percent: number } | { pence: number }
	/** Null for every product. */
	products: readonly ShownProduct[] | null
	endsAt: Date | null
	mostUses: number | null
	/** Whether it can be used now. */
	isActive: boolean
}

export interface CheckoutSession {
	id: string
	/** The hosted page's address; null once the session is closed. */
	url: string | null
	status: 'open' | 'complete' | 'expired'
	paymentStatus: 'paid' | 'unpaid' | 'no_payment_required'
	createdAt: Date
	expiresAt: Date
	/** What we wrote into the session when it was opened; null if the shop did not open it. */
	purchaseId: string | null
	userId: string | null
	catalogueId: string | null
	/** ISO code in upper case. */
	currency: string
	/** Sum of the line items before promotion codes and taxes on top. */
	subtotalPence: number
	/** What promotion codes took off. */
	discountPence: number
	/** The provider's id of the code that was typed; null if there is none. */
	promotionCodeId: string | null
	/** The amount paid, and how much of it is VAT. */
	totalPence: number
	vatPence: number
	/** Whether the buyer has given the consent that the hosted page asks for. */
	hasConsented: boolean
	paymentIntentId: string | null
	/** The address the provider has for the buyer; null in an event. Shown to the owner, never stored or logged. */
	customerEmail: string | null
}

/** Reports whether a session is one that this shop opened and that has been paid. */
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

/** `disputed`: the buyer's bank holds the money. `unknown`: the provider knows no such payment. */
type RefundAnswer = { kind: 'refunded'; refundId: string } | { kind: 'disputed' } | { kind: 'unknown' }

export interface Refund {
	id: string
	/** Null for kinds of payment that have none, which the shop never uses. */
	paymentIntentId: string | null
	createdAt: Date
	amountPence: number
	/** False if it failed or was cancelled: then the money has stayed with the shop. */
	stands: boolean
}

/** Adds up refunds, leaving out failed and cancelled ones. */
export function sumOfRefunds(refunds: readonly Refund[]): number {
	return refunds.reduce((sum, { stands, amountPence }) => (stands ? sum + amountPence : sum), 0)
}

export interface Dispute {
	id: string
	paymentIntentId: string | null
	createdAt: Date
	amountPence: number
	state: DisputeState
	/** Until when the shop may answer; null if no answer is expected. */
	answerBy: Date | null
}

/** What a payment, a refund or a dispute has moved on the balance of the account, and what the provider charged for it. */
export interface BalanceMovement {
	id: string
	kind: 'charge' | 'refund' | 'dispute'
	/** The id of the charge, refund or dispute. */
	sourceId: string
	paymentIntentId: string
	/** Positive into the account, negative out of it, before the fee. */
	amountPence: number
	feePence: number
	at: Date
	/** The country of the card's bill in two letters; null if it is not known, and for refunds and disputes. */
	country: string | null
}

/** What the provider has paid out to the bank. */
export interface Payout {
	id: string
	/** `failed` and `canceled` ones have not arrived: what was in them is paid out again. */
	status: string
	amountPence: number
	createdAt: Date
	/** When it arrives, or has arrived, at the bank. */
	arrivesAt: Date
	/** Whether the provider knows what it consists of. */
	isAutomatic: boolean
}

/**
 * Where the money of a disputed payment is. `inquiry` and `prevented` have taken none, `open` has taken it until the bank
 * decides, `lost` has left it with the buyer, even while the shop appeals.
 */
export const disputeStates = ['inquiry', 'prevented', 'open', 'lost', 'won'] as const
export type DisputeState = (typeof disputeStates)[number]

/** An event of the provider, reduced to what the shop acts on; `at` is when it happened. */
export type PaymentEvent = { id: string; type: string; at: Date } & (
	| { kind: 'checkout'; session: CheckoutSession }
	| { kind: 'payment failed'; session: CheckoutSession }
	| { kind: 'refunded'; paymentIntentId: string; whole: boolean }
	| { kind: 'refund changed'; paymentIntentId: string }
	| { kind: 'dispute'; paymentIntentId: string; dispute: Dispute }
	| { kind: 'other' }
)

/** The provider was unreachable, refused, or failed. */
export class ProviderFailure extends Error {
	/** True if it refused this attempt; false if it may have acted, which only its current state can show. */
	readonly definite: boolean

	constructor(options: { definite: boolean; cause: unknown }) {
		super(options.definite ? 'the payment provider refused' : 'the payment provider gave no clear answer', {
			cause: options.cause,
		})
		this.name = 'ProviderFailure'
		this.definite = options.definite
	}
}
