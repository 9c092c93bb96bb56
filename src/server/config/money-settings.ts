import { z } from 'zod'
import { area, setting } from './setting.ts'
import { wholeNumber, yesNo } from './setting-fields.ts'

export type MoneySettings = z.output<typeof moneySettings>

export const stripeSettings = area('Payments', {
	secretKey: setting(
		'STRIPE_SECRET_KEY',
		z
			.string()
			.regex(
				/^(sk|rk)_(test|live)_\w+$/,
				'must start with sk_test_, sk_live_, rk_test_ or rk_live_, and go on with letters, digits and _ only',
			),
		{
			example: 'sk_live_...',
			public: true,
			secret: true,
			description: 'Stripe’s secret key. Default: the sandbox replaces Stripe.',
		},
	),
	webhookSecret: setting(
		'STRIPE_WEBHOOK_SECRET',
		z.string().regex(/^whsec_[\w+/=-]+$/, 'must start with whsec_, and go on with letters and digits'),
		{
			example: 'whsec_...',
			public: true,
			secret: true,
			description: 'The signing secret of the webhook endpoint SITE_URL/functions/v1/stripe-webhook.',
		},
	),
})

export const moneySettings = area('Checkout', {
	promotionCodes: setting('STRIPE_PROMOTION_CODES', yesNo, {
		default: 'false',
		description:
			'Whether the checkout accepts promotion codes that were created at Stripe. Codes created in the admin need no setting.',
	}),
	automaticTax: setting('STRIPE_AUTOMATIC_TAX', yesNo, {
		default: 'false',
		description: 'Whether Stripe Tax calculates the VAT included in the price.',
	}),
	invoices: setting('STRIPE_INVOICES', yesNo, {
		default: 'false',
		description: 'Whether Stripe writes and sends an invoice for each payment. Stripe charges for this.',
	}),
	taxIds: setting('STRIPE_TAX_IDS', yesNo, {
		default: 'false',
		description: 'Whether buyers may enter their business’s VAT number.',
	}),
	callsPerSecond: setting('STRIPE_CALLS_PER_SECOND', wholeNumber(1, 100), {
		default: '20',
		description:
			'The most calls a second this server makes to Stripe. Stripe allows 25 for all your servers together (more in live mode, but 25 for each kind of call), so divide it among them.',
	}),
	refundUpTo: setting('REFUND_UNOPENED_UP_TO', wholeNumber(0, 10_000), {
		default: '50',
		description:
			'Up to which price, in pounds, the shop itself refunds a guide that was never opened, if its buyer asks within 14 days. Of dearer ones you decide. 0 leaves every refund to you.',
	}),
	vatNumber: setting(
		'TRADER_VAT_NUMBER',
		z
			.string()
			.regex(/^[A-Z]{2}[A-Z0-9]{2,12}$/, 'must be a VAT number with its country, such as GB123456789'),
		{ example: 'GB123456789', description: 'The seller’s VAT number, printed on receipts.' },
	),
})

export const defaultMoneySettings: MoneySettings = moneySettings.parse({})
