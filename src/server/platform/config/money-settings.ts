import { z } from 'zod'
import { wholeNumber, yesNo } from '#server/platform/config/setting-fields.ts'

/** Settings for selling, except Stripe's keys. */
export interface MoneySettings {
	/** Whether the hosted checkout accepts promotion codes. */
	promotionCodes: boolean
	/** Whether Stripe Tax calculates the VAT included in the price. */
	automaticTax: boolean
	/** Whether Stripe writes an invoice for each payment. */
	invoices: boolean
	/** Whether buyers may enter their business's VAT number at the hosted checkout. */
	taxIds: boolean
	/** The most calls a second that one server makes to Stripe. */
	callsPerSecond: number
	/** The seller's VAT number, printed on receipts; undefined if not registered. */
	vatNumber: string | undefined
}

/** The settings as the environment names them; all are optional. `.env.example` describes them. */
export const moneySettingsFields = {
	STRIPE_PROMOTION_CODES: yesNo.default(false),
	STRIPE_AUTOMATIC_TAX: yesNo.default(false),
	STRIPE_INVOICES: yesNo.default(false),
	STRIPE_TAX_IDS: yesNo.default(false),
	// Stripe allows 25 a second in test mode, and 25 for each endpoint in live mode.
	STRIPE_CALLS_PER_SECOND: wholeNumber(1, 100).default(20),
	TRADER_VAT_NUMBER: z
		.string()
		.regex(/^[A-Z]{2}[A-Z0-9]{2,12}$/, 'must be a VAT number with its country, such as GB123456789')
		.optional(),
}

const moneySettingsSchema = z.object(moneySettingsFields)

/** Converts validated settings to the form the server uses. */
export function moneySettingsOf(given: z.infer<typeof moneySettingsSchema>): MoneySettings {
	return {
		promotionCodes: given.STRIPE_PROMOTION_CODES,
		automaticTax: given.STRIPE_AUTOMATIC_TAX,
		invoices: given.STRIPE_INVOICES,
		taxIds: given.STRIPE_TAX_IDS,
		callsPerSecond: given.STRIPE_CALLS_PER_SECOND,
		vatNumber: given.TRADER_VAT_NUMBER,
	}
}
