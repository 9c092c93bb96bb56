import { z } from 'zod'
import { wholeNumber, yesNo } from '#server/platform/config/setting-fields.ts'

/** What an operator can set about selling, beside the provider's keys. */
export interface MoneySettings {
	/** Whether the hosted checkout asks for a promotion code. */
	promotionCodes: boolean
	/** Whether Stripe Tax works out the VAT that is in the price. */
	automaticTax: boolean
	/** Whether Stripe writes an invoice for each payment. */
	invoices: boolean
	/** Whether buyers may give the VAT number of their business at the hosted checkout. */
	taxIds: boolean
	/** How many calls to Stripe one server process starts in any second. */
	callsPerSecond: number
	/** The seller's VAT registration number, printed on receipts; undefined where they are not registered. */
	vatNumber: string | undefined
}

/** The settings in the environment, by name; each is optional. `.env.example` describes them. */
export const moneySettingsFields = {
	STRIPE_PROMOTION_CODES: yesNo.default(false),
	STRIPE_AUTOMATIC_TAX: yesNo.default(false),
	STRIPE_INVOICES: yesNo.default(false),
	STRIPE_TAX_IDS: yesNo.default(false),
	// Stripe takes 25 a second in test mode, and 25 for each endpoint in live mode.
	STRIPE_CALLS_PER_SECOND: wholeNumber(1, 100).default(20),
	TRADER_VAT_NUMBER: z
		.string()
		.regex(/^[A-Z]{2}[A-Z0-9]{2,12}$/, 'must be a VAT number with its country, such as GB123456789')
		.optional(),
}

const moneySettingsSchema = z.object(moneySettingsFields)

/** The checked settings of the environment as the house has them. */
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
