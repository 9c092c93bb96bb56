import { badParam } from '#sandbox/stripe/api/api-error.ts'
import type { CheckoutSessionCreateParams } from '#sandbox/stripe/checkout-sessions/create-params.ts'
import { lineItemsOf } from '#sandbox/stripe/checkout-sessions/line-items.ts'
import { openTax, taxRules } from '#sandbox/stripe/checkout-sessions/tax.ts'
import type { StoredCheckoutSession, StoredLineItem } from '#sandbox/stripe/objects/kinds.ts'
import { type Buyer, saveDraft } from '#sandbox/stripe/payments/drafts.ts'
import { readSwitches } from '#sandbox/stripe/switches/switches.ts'
import type { StripeWorld } from '#sandbox/stripe/world.ts'
import { unixSeconds } from '#shared/clock.ts'

// Stripe's limits in seconds (https://docs.stripe.com/api/checkout/sessions/create#create_checkout_session-expires_at).
const shortestLife = 30 * 60
const longestLife = 24 * 3600
// Stripe's minimum in pence for a charge in pounds (https://docs.stripe.com/currencies#minimum-and-maximum-charge-amounts).
export const leastAmount = 30

/** Creates an open Checkout Session with its line items. Nothing is charged and no event is sent until the buyer pays. */
export function createCheckoutSession(
	world: StripeWorld,
	params: CheckoutSessionCreateParams,
): StoredCheckoutSession {
	const id = world.newId('cs_test', 58)
	const now = unixSeconds(world.clock)
	const expiresAt = params.expires_at ?? now + longestLife
	if (expiresAt < now + shortestLife)
		throw badParam(
			'expires_at',
			'The `expires_at` timestamp must be at least 30 minutes from Checkout Session creation.',
		)
	if (expiresAt > now + longestLife)
		throw badParam(
			'expires_at',
			'The `expires_at` timestamp must be less than 24 hours from Checkout Session creation.',
		)
	if (params.consent_collection?.terms_of_service === 'required' && readSwitches(world.store).termsMissing)
		throw badParam(
			'consent_collection[terms_of_service]',
			'You cannot collect consent to your terms of service unless a URL is set in the Stripe Dashboard. Update your public business details with a Terms of service URL at https://dashboard.stripe.com/settings/public.',
		)
	const isManaged = params.managed_payments?.enabled === true
	if (isManaged) refuseWhatStripeDecides(params)
	const { isTaxed, defaultBehavior } = taxRules(world, isManaged || params.automatic_tax?.enabled)
	const items = lineItemsOf(world, params.line_items, defaultBehavior)
	const { currency, total } = sum(items)
	const checkoutSession = world.objects.insert(
		'checkout.session',
		newCheckoutSession(world, { id, now, expiresAt, currency, total, isTaxed, params }),
	)
	for (const item of items) world.objects.insert('item', item, id)
	saveDraft(world.store, id, { payment_intent_data: params.payment_intent_data ?? {} })
	return checkoutSession
}

/** Refuses what Stripe decides itself as the merchant of record (https://docs.stripe.com/payments/managed-payments/update-checkout). */
function refuseWhatStripeDecides(params: CheckoutSessionCreateParams): void {
	const decided = {
		automatic_tax: params.automatic_tax,
		invoice_creation: params.invoice_creation,
		tax_id_collection: params.tax_id_collection,
		'payment_intent_data[statement_descriptor_suffix]':
			params.payment_intent_data?.statement_descriptor_suffix,
	}
	for (const [name, value] of Object.entries(decided))
		if (value !== undefined)
			throw badParam(name, `You cannot set \`${name}\` when Managed Payments is enabled.`)
}

function sum(items: readonly StoredLineItem[]): { currency: string; total: number } {
	const currency = items[0]?.currency ?? ''
	if (items.some((item) => item.currency !== currency)) {
		throw badParam(
			'line_items',
			'All prices must have the same currency: the line items of a Checkout Session are paid together.',
		)
	}
	const total = items.reduce((amount, item) => amount + item.amount_total, 0)
	if (total > 0 && total < leastAmount) {
		throw badParam(
			'line_items',
			`The Checkout Session's total amount must be at least ${leastAmount}.`,
			'amount_too_small',
		)
	}
	return { currency, total }
}

interface NewCheckoutSession {
	id: string
	now: number
	expiresAt: number
	currency: string
	total: number
	isTaxed: boolean
	params: CheckoutSessionCreateParams
}

function newCheckoutSession(
	world: StripeWorld,
	{ id, now, expiresAt, currency, total, isTaxed, params }: NewCheckoutSession,
): StoredCheckoutSession {
	const consent = params.consent_collection
	return {
		id,
		object: 'checkout.session',
		// If the parameter is left out, the dashboard's setting applies. It is on unless the owner has turned it off.
		adaptive_pricing: { enabled: params.adaptive_pricing?.enabled ?? true },
		after_expiration: recoveryOf(params),
		allow_promotion_codes: params.allow_promotion_codes ?? null,
		allowed_payment_method_types: null,
		amount_subtotal: total,
		amount_total: total,
		automatic_tax: openTax(isTaxed),
		billing_address_collection: params.billing_address_collection ?? null,
		cancel_url: params.cancel_url ?? null,
		client_reference_id: params.client_reference_id ?? null,
		client_secret: null,
		collected_information: null,
		consent: null,
		consent_collection:
			consent === undefined
				? null
				: {
						payment_method_reuse_agreement: null,
						promotions: consent.promotions ?? 'none',
						terms_of_service: consent.terms_of_service ?? 'none',
					},
		created: now,
		currency,
		currency_conversion: null,
		custom_fields: [],
		custom_text: {
			after_submit: params.custom_text?.after_submit ?? null,
			shipping_address: params.custom_text?.shipping_address ?? null,
			submit: params.custom_text?.submit ?? null,
			terms_of_service_acceptance: params.custom_text?.terms_of_service_acceptance ?? null,
		},
		customer: null,
		customer_account: null,
		customer_creation: 'if_required',
		customer_details:
			params.customer_email === undefined ? null : customerDetails(params.customer_email, null),
		customer_email: params.customer_email ?? null,
		discounts: [],
		expires_at: expiresAt,
		integration_identifier: null,
		invoice: null,
		invoice_creation: {
			enabled: params.invoice_creation?.enabled ?? false,
			invoice_data: {
				account_tax_ids: null,
				custom_fields: null,
				description: params.invoice_creation?.invoice_data?.description ?? null,
				footer: params.invoice_creation?.invoice_data?.footer ?? null,
				issuer: null,
				metadata: params.invoice_creation?.invoice_data?.metadata ?? {},
				rendering_options: null,
			},
		},
		livemode: false,
		locale: params.locale ?? null,
		managed_payments: { enabled: params.managed_payments?.enabled ?? false },
		metadata: params.metadata ?? {},
		mode: 'payment',
		origin_context: null,
		payment_intent: null,
		payment_link: null,
		payment_method_collection: 'if_required',
		payment_method_configuration_details: null,
		payment_method_options: { card: { request_three_d_secure: 'automatic' } },
		payment_method_types: ['card', 'bacs_debit'],
		payment_status: total === 0 ? 'no_payment_required' : 'unpaid',
		permissions: null,
		phone_number_collection: { enabled: false },
		recovered_from: null,
		saved_payment_method_options: null,
		setup_intent: null,
		shipping_address_collection: null,
		shipping_cost: null,
		shipping_options: [],
		status: 'open',
		submit_type: params.submit_type ?? null,
		subscription: null,
		success_url: params.success_url,
		tax_id_collection: {
			enabled: params.tax_id_collection?.enabled ?? false,
			required: params.tax_id_collection?.required ?? 'never',
		},
		total_details: { amount_discount: 0, amount_shipping: 0, amount_tax: 0 },
		ui_mode: 'hosted_page',
		url: `${world.origin()}/checkout/${id}`,
		wallet_options: null,
	}
}

/** Returns the recovery settings of a new Checkout Session. The recovery URL is added when the Checkout Session expires. */
function recoveryOf({
	after_expiration: after,
}: CheckoutSessionCreateParams): StoredCheckoutSession['after_expiration'] {
	const recovery = after?.recovery
	if (recovery === undefined) return null
	const { enabled, allow_promotion_codes = false } = recovery
	return { recovery: { enabled, allow_promotion_codes, expires_at: null, url: null } }
}

export function customerDetails(
	email: string,
	payer: Pick<Buyer, 'name' | 'country'> | null,
): NonNullable<StoredCheckoutSession['customer_details']> {
	return {
		address:
			payer === null
				? null
				: { city: null, country: payer.country, line1: null, line2: null, postal_code: null, state: null },
		business_name: null,
		email,
		individual_name: null,
		name: payer?.name ?? null,
		phone: null,
		tax_exempt: 'none',
		tax_ids: payer === null ? null : [],
	}
}
