import type { CheckoutSettings } from '#server/adapters/payments/session-parameters.ts'

/** The hosted checkout as it is without any setting. */
export const plainCheckout: CheckoutSettings = {
	promotionCodes: false,
	automaticTax: false,
	invoices: false,
	taxIds: false,
}
