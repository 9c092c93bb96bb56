import { z } from 'zod'
import {
	currency,
	emailAddress,
	flag,
	integer,
	list,
	metadata,
	oneOf,
	statementSuffix,
	taxCode,
	text,
	unixTime,
	webAddress,
} from '#sandbox/stripe/api/params.ts'

const productData = z.strictObject({
	name: text(250),
	description: text().optional(),
	images: list(text(2_048).pipe(webAddress), 8).optional(),
	metadata: metadata.optional(),
	tax_code: taxCode.optional(),
})

const lineItem = z.strictObject({
	price: text().optional(),
	price_data: z
		.strictObject({
			currency,
			unit_amount: integer(),
			product: text().optional(),
			product_data: productData.optional(),
			tax_behavior: oneOf('inclusive', 'exclusive', 'unspecified').optional(),
		})
		.optional(),
	quantity: integer({ min: 1, max: 999_999 }).default(1),
	metadata: metadata.optional(),
})

const message = z.strictObject({ message: text(1_200) }).optional()

/**
 * The supported parameters for creating a Checkout Session (https://docs.stripe.com/api/checkout/sessions/create). Any other is
 * rejected rather than ignored, so that a shop can't rely on something that the sandbox doesn't do.
 */
export const checkoutSessionCreateParams = z.strictObject({
	mode: oneOf('payment'),
	ui_mode: oneOf('hosted_page').optional(),
	line_items: list(lineItem),
	success_url: webAddress,
	cancel_url: webAddress.optional(),
	client_reference_id: text(200).optional(),
	customer_email: emailAddress.optional(),
	metadata: metadata.optional(),
	expires_at: unixTime.optional(),
	consent_collection: z
		.strictObject({
			terms_of_service: oneOf('none', 'required').optional(),
			promotions: oneOf('none', 'auto').optional(),
		})
		.optional(),
	custom_text: z
		.strictObject({
			after_submit: message,
			shipping_address: message,
			submit: message,
			terms_of_service_acceptance: message,
		})
		.optional(),
	payment_intent_data: z
		.strictObject({
			metadata: metadata.optional(),
			description: text(1_000).optional(),
			receipt_email: emailAddress.optional(),
			statement_descriptor_suffix: statementSuffix.optional(),
		})
		.optional(),
	after_expiration: z
		.strictObject({
			recovery: z.strictObject({ enabled: flag, allow_promotion_codes: flag.optional() }).optional(),
		})
		.optional(),
	allow_promotion_codes: flag.optional(),
	discounts: list(z.strictObject({ promotion_code: text() }), 1).optional(),
	adaptive_pricing: z.strictObject({ enabled: flag }).optional(),
	automatic_tax: z.strictObject({ enabled: flag }).optional(),
	billing_address_collection: oneOf('auto', 'required').optional(),
	customer_creation: oneOf('if_required').optional(),
	invoice_creation: z
		.strictObject({
			enabled: flag,
			invoice_data: z
				.strictObject({
					description: text(1_500).optional(),
					footer: text(5_000).optional(),
					metadata: metadata.optional(),
				})
				.optional(),
		})
		.optional(),
	managed_payments: z.strictObject({ enabled: flag }).optional(),
	locale: text(10).optional(),
	phone_number_collection: z.strictObject({ enabled: oneOf('false') }).optional(),
	submit_type: oneOf('auto', 'pay').optional(),
	tax_id_collection: z
		.strictObject({ enabled: flag, required: oneOf('if_supported', 'never').optional() })
		.optional(),
})

export type CheckoutSessionCreateParams = z.infer<typeof checkoutSessionCreateParams>
