import type { StoredCheckoutSession, StoredPaymentIntent } from '#sandbox/stripe/objects/kinds.ts'
import type { Failure } from '#sandbox/stripe/payments/charges.ts'
import { findDraft } from '#sandbox/stripe/payments/drafts.ts'
import type { StripeWorld } from '#sandbox/stripe/world.ts'
import { unixSeconds } from '#shared/clock.ts'

export function findIntent(
	world: StripeWorld,
	checkoutSession: StoredCheckoutSession,
): StoredPaymentIntent | undefined {
	return checkoutSession.payment_intent === null
		? undefined
		: world.objects.find('payment_intent', checkoutSession.payment_intent)
}

/** Returns the payment intent of a Checkout Session. Creates it at the first attempt to pay, as Stripe does. */
export function intentOf(world: StripeWorld, checkoutSession: StoredCheckoutSession): StoredPaymentIntent {
	const existing = findIntent(world, checkoutSession)
	if (existing !== undefined) return existing
	const intent = world.objects.insert('payment_intent', newIntent(world, checkoutSession), checkoutSession.id)
	world.objects.update('checkout.session', { ...checkoutSession, payment_intent: intent.id })
	return intent
}

function newIntent(world: StripeWorld, checkoutSession: StoredCheckoutSession): StoredPaymentIntent {
	const id = world.newId('pi')
	const { payment_intent_data: data } = findDraft(world.store, checkoutSession.id)
	return {
		id,
		object: 'payment_intent',
		allowed_payment_method_types: null,
		amount: checkoutSession.amount_total ?? 0,
		amount_capturable: 0,
		amount_details: { tip: {} },
		amount_received: 0,
		application: null,
		application_fee_amount: null,
		automatic_payment_methods: null,
		canceled_at: null,
		cancellation_reason: null,
		capture_method: 'automatic_async',
		client_secret: `${id}_${world.newId('secret')}`,
		confirmation_method: 'automatic',
		created: unixSeconds(world.clock),
		currency: checkoutSession.currency ?? '',
		customer: null,
		customer_account: null,
		description: data.description ?? null,
		excluded_payment_method_types: null,
		last_payment_error: null,
		latest_charge: null,
		livemode: false,
		managed_payments: { enabled: false },
		metadata: data.metadata ?? {},
		next_action: null,
		on_behalf_of: null,
		payment_method: null,
		payment_method_configuration_details: null,
		payment_method_options: {
			card: { installments: null, mandate_options: null, network: null, request_three_d_secure: 'automatic' },
		},
		payment_method_types: checkoutSession.payment_method_types,
		payment_record: null,
		processing: null,
		receipt_email: data.receipt_email ?? null,
		review: null,
		setup_future_usage: null,
		shipping: null,
		source: null,
		statement_descriptor: null,
		statement_descriptor_suffix: data.statement_descriptor_suffix ?? null,
		status: 'requires_payment_method',
		transfer_data: null,
		transfer_group: null,
	}
}

export function failedIntent(
	world: StripeWorld,
	intent: StoredPaymentIntent,
	charge: string | undefined,
	failure: Failure,
	method = intent.payment_method === null
		? undefined
		: world.objects.find('payment_method', intent.payment_method),
): StoredPaymentIntent {
	return world.objects.update('payment_intent', {
		...intent,
		last_payment_error: {
			...(charge === undefined ? {} : { charge }),
			code: failure.code,
			...(failure.declineCode === undefined ? {} : { decline_code: failure.declineCode }),
			doc_url: `https://stripe.com/docs/error-codes/${failure.code.replaceAll('_', '-')}`,
			message: failure.message,
			...(method === undefined ? {} : { payment_method: method }),
			type: charge === undefined ? 'invalid_request_error' : 'card_error',
		},
		latest_charge: charge ?? intent.latest_charge,
		next_action: null,
		payment_method: null,
		status: 'requires_payment_method',
	})
}

export function paidIntent(
	world: StripeWorld,
	intent: StoredPaymentIntent,
	charge: string,
): StoredPaymentIntent {
	return world.objects.update('payment_intent', {
		...intent,
		amount_received: intent.amount,
		last_payment_error: null,
		latest_charge: charge,
		next_action: null,
		status: 'succeeded',
	})
}
