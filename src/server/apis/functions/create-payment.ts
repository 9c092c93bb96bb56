import type { FunctionOptions } from '#server/apis/functions/dependencies.ts'
import { createPaymentSchema } from '#server/apis/functions/schemas.ts'
import type { AccessClaims } from '#server/platform/db/caller.ts'
import { sql } from '#server/platform/db/sql.ts'
import { beginCheckout } from '#server/shop/begin-checkout.ts'
import { storedName } from '#server/shop/files/stored-name.ts'
import { type PaidProduct, productForSale } from '#server/shop/product-for-sale.ts'
import { AppError } from '#shared/app-error.ts'

/** Opens a hosted checkout for the signed-in caller and returns its address (docs/specification.md section 7, `create-payment`). */
export async function createPayment(
	options: FunctionOptions,
	claims: AccessClaims,
	body: unknown,
): Promise<{ url: string }> {
	const { database, payments, catalogue, clock, faultPoint } = options
	// An anonymous user cannot receive a receipt, or sign in again to a guide they have paid for.
	if (claims.email === '')
		throw new AppError({
			code: 'email_not_confirmed',
			status: 403,
			message: 'Add an email address to your account before you buy',
		})
	const product = productForSale(catalogue, createPaymentSchema.parse(body))
	await refuseWithoutFile(options, product)
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

/** Throws `unavailable` if the product's file cannot be opened: it may have vanished since the start checked it. */
async function refuseWithoutFile(
	{ database, files }: FunctionOptions,
	{ title, pdfFileName }: PaidProduct,
): Promise<void> {
	const [object] = await database.query<{ name: string; sha256: string; size: number }>(sql`
		select name, sha256, size from storage.objects where bucket_id = 'pdfs' and name = ${pdfFileName}`)
	try {
		const file = object && (await files.open(storedName(object.name, object.sha256)))
		if (file?.size === undefined || file.size !== object?.size)
			throw new Error(`the file of "${title}" (${pdfFileName}) is missing from the store or incomplete`)
	} catch (cause) {
		throw new AppError({
			code: 'unavailable',
			status: 503,
			message: 'This guide cannot be bought just now. You have not been charged. Please try again later.',
			cause,
		})
	}
}
