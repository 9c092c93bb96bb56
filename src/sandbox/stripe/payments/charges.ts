import type Stripe from 'stripe'
import { cardFee, recordTransaction } from '#sandbox/stripe/balance/transactions.ts'
import { recordEvent } from '#sandbox/stripe/events/record.ts'
import type { StoredCharge, StoredPaymentIntent } from '#sandbox/stripe/objects/kinds.ts'
import { paymentMethodDetails } from '#sandbox/stripe/payments/payment-method.ts'
import type { StripeWorld } from '#sandbox/stripe/world.ts'
import { unixSeconds } from '#shared/clock.ts'

export interface Failure {
	code: string
	declineCode?: string | undefined
	message: string
}

interface NewCharge {
	intent: StoredPaymentIntent
	method: Stripe.PaymentMethod
	status: 'succeeded' | 'pending' | 'failed'
	failure?: Failure
	/** Whether the buyer passed a 3-D Secure challenge. */
	challenged?: boolean
}

export function newCharge(
	world: StripeWorld,
	{ intent, method, status, failure, challenged = false }: NewCharge,
): StoredCharge {
	const charge: StoredCharge = {
		id: world.newId('ch'),
		object: 'charge',
		amount: intent.amount,
		amount_captured: status === 'succeeded' ? intent.amount : 0,
		amount_refunded: 0,
		application: null,
		application_fee: null,
		application_fee_amount: null,
		balance_transaction: null,
		billing_details: method.billing_details,
		calculated_statement_descriptor: 'HEADSTART SANDBOX',
		captured: status === 'succeeded',
		created: unixSeconds(world.clock),
		currency: intent.currency,
		customer: null,
		description: intent.description,
		disputed: false,
		failure_balance_transaction: null,
		failure_code: failure?.code ?? null,
		failure_message: failure?.message ?? null,
		fraud_details: {},
		livemode: false,
		metadata: intent.metadata,
		on_behalf_of: null,
		outcome: outcome(failure),
		paid: status === 'succeeded',
		payment_intent: intent.id,
		payment_method: method.id,
		payment_method_details: paymentMethodDetails(method, intent.amount, challenged),
		radar_options: {},
		receipt_email: intent.receipt_email,
		receipt_number: null,
		receipt_url: null,
		refunded: false,
		review: null,
		shipping: null,
		source: null,
		source_transfer: null,
		statement_descriptor: null,
		statement_descriptor_suffix: intent.statement_descriptor_suffix,
		status,
		transfer_data: null,
		transfer_group: null,
	}
	return world.objects.insert('charge', charge, intent.id)
}

/** Records the charge on the account's balance. At Stripe that happens shortly after the payment, with an event of its own. */
export function bookCharge(world: StripeWorld, charge: StoredCharge): StoredCharge {
	const booked = world.objects.update('charge', {
		...charge,
		balance_transaction: recordTransaction(world, {
			type: 'charge',
			amount: charge.amount,
			fee: cardFee(charge.amount),
			currency: charge.currency,
			source: charge.id,
			category: 'charge',
			description: charge.description,
		}).id,
	})
	recordEvent(world, 'charge.updated', booked, { balance_transaction: null })
	return booked
}

/** Updates a pending charge with the answer of the bank. */
export function settledCharge(world: StripeWorld, charge: StoredCharge, failure?: Failure): StoredCharge {
	return world.objects.update('charge', {
		...charge,
		amount_captured: failure === undefined ? charge.amount : 0,
		captured: failure === undefined,
		failure_code: failure?.code ?? null,
		failure_message: failure?.message ?? null,
		outcome: outcome(failure),
		paid: failure === undefined,
		status: failure === undefined ? 'succeeded' : 'failed',
	})
}

function outcome(failure: Failure | undefined): Stripe.Charge.Outcome {
	return {
		advice_code: failure === undefined ? null : 'try_again_later',
		network_advice_code: null,
		network_decline_code: failure === undefined ? null : '01',
		network_status: failure === undefined ? 'approved_by_network' : 'declined_by_network',
		reason: failure?.declineCode ?? failure?.code ?? null,
		risk_level: 'normal',
		risk_score: 20,
		seller_message:
			failure === undefined
				? 'Payment complete.'
				: 'The bank did not return any further details with this decline.',
		type: failure === undefined ? 'authorized' : 'issuer_declined',
	}
}
