import { z } from 'zod'
import { yesNo } from '#server/settings/fields.ts'

/** What an operator can set about selling, beside the provider's keys. */
export interface MoneySettings {
	/** Whether the hosted checkout asks for a promotion code. */
	promotionCodes: boolean
	/** Whether Stripe Tax works out the VAT that is in the price. */
	automaticTax: boolean
	/** The seller's VAT registration number, printed on receipts; undefined where they are not registered. */
	vatNumber: string | undefined
}

/** The settings in the environment, by name; each is optional. `.env.example` describes them. */
export const moneySettingsFields = {
	STRIPE_PROMOTION_CODES: yesNo.default(false),
	STRIPE_AUTOMATIC_TAX: yesNo.default(false),
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
		vatNumber: given.TRADER_VAT_NUMBER,
	}
}
