import type { AccessClaims } from '#server/db/caller.ts'
import type { FunctionOptions } from '#server/functions/dependencies.ts'
import { createPaymentSchema } from '#server/functions/schemas.ts'
import { beginCheckout } from '#server/shop/begin-checkout.ts'
import { productForSale } from '#server/shop/product-for-sale.ts'
import { AppError } from '#shared/app-error.ts'

/** Opens a hosted checkout for the signed-in caller and returns where to go (spec section 7, `create-payment`). */
export async function createPayment(
	{ database, payments, followUps, catalogue, clock, faultPoint }: FunctionOptions,
	claims: AccessClaims,
	body: unknown,
): Promise<{ url: string }> {
	// An anonymous user: a receipt needs somewhere to go, and a guide that was paid for an account that can be found again.
	if (claims.email === '')
		throw new AppError({
			code: 'email_not_confirmed',
			status: 403,
			message: 'Add an email address to your account before you buy',
		})
	const product = productForSale(catalogue, createPaymentSchema.parse(body))
	const url = await beginCheckout({
		database,
		payments,
		followUps,
		clock,
		userId: claims.sub,
		email: claims.email,
		product,
		faultPoint,
	})
	return { url }
}
