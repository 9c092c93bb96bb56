import type Stripe from 'stripe'

/**
 * The stored objects, in the shapes that the SDK declares, so that the compiler finds missing and wrong fields. Where the SDK
 * allows an id or an object, the id is stored, and answers expand it on request.
 */
export interface Kinds {
	'checkout.session': StoredCheckoutSession
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
	payout: Stripe.Payout
	'radar.early_fraud_warning': StoredWarning
	webhook_endpoint: Stripe.WebhookEndpoint
	event: Stripe.EventBase & { object: 'event' }
}

export type Kind = keyof Kinds

export type StoredCheckoutSession = Stripe.Checkout.Session & { payment_intent: string | null }

// The SDK turns decimals into objects of a class of its own. In JSON they are strings.
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

export type StoredWarning = Stripe.Radar.EarlyFraudWarning & { charge: string; payment_intent: string }

export type StoredPromotionCode = Stripe.PromotionCode & { promotion: { coupon: string; type: 'coupon' } }

export type StoredBalanceTransaction = Stripe.BalanceTransaction & { source: string }
