import type { FunctionOptions } from '#server/apis/functions/dependencies.ts'
import { limitCheckouts, requireBuyer } from '#server/apis/functions/require-buyer.ts'
import { bodyLimitBytes, createPaymentSchema } from '#server/apis/functions/schemas.ts'
import { AppError } from '#server/platform/app-error.ts'
import type { AccessClaims } from '#server/platform/db/caller.ts'
import { sql } from '#server/platform/db/sql.ts'
import { readBody } from '#server/platform/http/body.ts'
import { type Handler, handle } from '#server/platform/http/handle.ts'
import { beginCheckout } from '#server/shop/begin-checkout.ts'
import { storedName } from '#server/shop/files/file-store.ts'
import { type PaidProduct, productForSale } from '#server/shop/product-for-sale.ts'

/** `POST /create-payment`: opens a hosted checkout for the caller and returns its address (docs/specification.md section 7). */
export function createPayment(options: FunctionOptions): Handler {
	const { database, payments, catalogue, clock, faultPoint } = options
	return handle({
		authenticate: (c) => requireBuyer(options, c.req.raw),
		limit: (c, claims) => limitCheckouts(options, c, claims),
		parse: (c) => readBody(c.req.raw, createPaymentSchema, bodyLimitBytes),
		act: async (c, claims, order) => {
			refuseAnonymous(claims)
			const product = productForSale(catalogue, order)
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
			return c.json({ url })
		},
	})
}

/** An anonymous user cannot receive a receipt, or sign in again to a guide they have paid for. */
function refuseAnonymous({ email }: AccessClaims): void {
	if (email !== '') return
	throw new AppError({
		code: 'email_not_confirmed',
		status: 403,
		message: 'Add an email address to your account before you buy',
	})
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
