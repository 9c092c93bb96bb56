import type { CheckoutSettings } from '#server/adapters/payments/session-parameters.ts'

/** The settings of the checkout page by default. */
export const plainCheckout: CheckoutSettings = {
	promotionCodes: false,
	automaticTax: false,
	invoices: false,
	taxIds: false,
}
