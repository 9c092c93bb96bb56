import type Stripe from 'stripe'
import type { Buyer } from '#sandbox/stripe/payments/drafts.ts'
import type { Behaviour } from '#sandbox/stripe/payments/test-cards.ts'
import type { StripeWorld } from '#sandbox/stripe/world.ts'
import { unixSeconds } from '#shared/clock.ts'

/** What the buyer pays with. Only the last four digits of a card or account number are stored. */
export type PaymentDetails =
	| { type: 'card'; last4: string; expMonth: number; expYear: number; country: string; behaviour: Behaviour }
	| { type: 'bacs_debit'; last4: string; sortCode: string; succeeds: boolean }

export function newPaymentMethod(
	world: StripeWorld,
	details: PaymentDetails,
	buyer: Buyer,
): Stripe.PaymentMethod {
	const common = {
		id: world.newId('pm'),
		object: 'payment_method',
		allow_redisplay: 'limited',
		billing_details: billingDetails(buyer),
		created: unixSeconds(world.clock),
		customer: null,
		customer_account: null,
		livemode: false,
		metadata: {},
	} as const
	return world.objects.insert(
		'payment_method',
		details.type === 'card'
			? { ...common, type: 'card', card: cardOf(details) }
			: { ...common, type: 'bacs_debit', bacs_debit: bankOf(details) },
	)
}

type CardDetails = Extract<PaymentDetails, { type: 'card' }>
type BankDetails = Extract<PaymentDetails, { type: 'bacs_debit' }>

function cardOf(details: CardDetails): Stripe.PaymentMethod.Card {
	return {
		brand: 'visa',
		checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: 'pass' },
		country: details.country,
		display_brand: 'visa',
		exp_month: details.expMonth,
		exp_year: details.expYear,
		fingerprint: `sandbox${details.last4}`,
		funding: 'credit',
		generated_from: null,
		last4: details.last4,
		networks: { available: ['visa'], preferred: null },
		regulated_status: 'unregulated',
		three_d_secure_usage: { supported: true },
		wallet: null,
	}
}

function bankOf(details: BankDetails): Stripe.PaymentMethod.BacsDebit {
	return { fingerprint: `sandbox${details.last4}`, last4: details.last4, sort_code: details.sortCode }
}

function billingDetails(buyer: Buyer): Stripe.Charge.BillingDetails {
	return {
		address: { city: null, country: buyer.country, line1: null, line2: null, postal_code: null, state: null },
		email: buyer.email,
		name: buyer.name,
		phone: null,
		tax_id: null,
	}
}

export function paymentMethodDetails(
	method: Stripe.PaymentMethod,
	amount: number,
	challenged: boolean,
): Stripe.Charge.PaymentMethodDetails {
	const { card, bacs_debit: bank } = method
	if (bank !== undefined) return { type: 'bacs_debit', bacs_debit: { ...bank, mandate: null } }
	if (card === undefined) throw new Error(`${method.id} is neither card nor bank account`)
	return {
		type: 'card',
		card: {
			amount_authorized: amount,
			authorization_code: null,
			brand: card.brand,
			checks: card.checks,
			country: card.country,
			electronic_commerce_indicator: null,
			exp_month: card.exp_month,
			exp_year: card.exp_year,
			fingerprint: card.fingerprint ?? null,
			funding: card.funding,
			installments: null,
			last4: card.last4,
			mandate: null,
			network: 'visa',
			network_token: { used: false },
			network_transaction_id: null,
			regulated_status: 'unregulated',
			three_d_secure: challenged
				? {
						authentication_flow: 'challenge',
						electronic_commerce_indicator: '05',
						exemption_indicator: null,
						result: 'authenticated',
						result_reason: null,
						transaction_id: null,
						version: '2.2.0',
					}
				: null,
			transaction_link_id: null,
			wallet: null,
		},
	}
}
