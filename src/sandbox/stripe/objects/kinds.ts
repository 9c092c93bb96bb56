import type Stripe from 'stripe'

/**
 * What the store holds, in the shapes the SDK declares: a field left out or of a wrong type does not compile. Where the SDK
 * says "an id or the whole object", the store holds the id; answers put the object in its place when asked to expand it.
 */
export interface Kinds {
	'checkout.session': StoredSession
	item: StoredLineItem
	product: Stripe.Product
	price: StoredPrice
	payment_intent: StoredPaymentIntent
	payment_method: Stripe.PaymentMethod
	charge: StoredCharge
	refund: StoredRefund
	dispute: StoredDispute
	coupon: Stripe.Coupon
	promotion_code: StoredPromotionCode
	balance_transaction: StoredBalanceTransaction
	webhook_endpoint: Stripe.WebhookEndpoint
	event: Stripe.EventBase & { object: 'event' }
}

export type Kind = keyof Kinds

export type StoredSession = Stripe.Checkout.Session & { payment_intent: string | null }

// The SDK turns decimals into a class of its own; on the wire they are strings.
export type StoredPrice = Omit<Stripe.Price, 'unit_amount_decimal'> & {
	unit_amount_decimal: string | null
	product: string
}

export type StoredLineItem = Omit<Stripe.LineItem, 'price'> & { price: StoredPrice }

export type StoredPaymentIntent = Stripe.PaymentIntent & {
	latest_charge: string | null
	payment_method: string | null
}

export type StoredCharge = Stripe.Charge & { payment_intent: string; balance_transaction: string | null }

export type StoredRefund = Stripe.Refund & {
	charge: string
	payment_intent: string
	balance_transaction: string | null
}

export type StoredDispute = Stripe.Dispute & { charge: string; payment_intent: string }

export type StoredPromotionCode = Stripe.PromotionCode & { promotion: { coupon: string; type: 'coupon' } }

export type StoredBalanceTransaction = Stripe.BalanceTransaction & { source: string }
