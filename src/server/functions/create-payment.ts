import type { AccessClaims } from '#server/db/caller.ts'
import type { FunctionOptions } from '#server/functions/dependencies.ts'
import { createPaymentSchema } from '#server/functions/schemas.ts'
import { beginCheckout } from '#server/shop/begin-checkout.ts'
import { productForSale } from '#server/shop/product-for-sale.ts'

/** Opens a hosted checkout for the signed-in caller and returns where to go (spec section 7, `create-payment`). */
export async function createPayment(
	{ database, payments, catalogue, clock, faultPoint }: FunctionOptions,
	claims: AccessClaims,
	body: unknown,
): Promise<{ url: string }> {
	const product = productForSale(catalogue, createPaymentSchema.parse(body))
	const url = await beginCheckout({
		database,
		payments,
		clock,
		userId: claims.sub,
		email: claims.email,
		product,
		faultPoint,
	})
	return { url }
}
