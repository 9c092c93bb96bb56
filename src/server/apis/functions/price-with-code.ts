import { z } from 'zod'
import type { FunctionOptions } from '#server/apis/functions/dependencies.ts'
import { bodyLimitBytes, codeSchema } from '#server/apis/functions/schemas.ts'
import { AppError } from '#server/platform/app-error.ts'
import { readBody } from '#server/platform/http/body.ts'
import { type Handler, handle, requireOwnPage } from '#server/platform/http/handle.ts'
import { readPrice } from '#server/shop/bundles-on-sale.ts'
import { notForSale } from '#server/shop/errors.ts'
import { usableDiscount } from '#server/shop/usable-code.ts'

const priceSchema = z.object({ productId: z.string().max(20), code: codeSchema })

/**
 * `POST /price-with-code`: returns what a guide or a bundle costs with the code of a link. Pages are the same for every visitor, so that each
 * browser asks for itself. Throws `not_for_sale`, and `unknown_code` or `code_not_usable` with a sentence for the visitor.
 */
export function priceWithCode(options: FunctionOptions): Handler {
	const { authenticate, database, clock } = options
	return handle({
		about: {
			does: 'Returns the price of a guide or a bundle with the discount code of a link.',
			for: 'callers',
			body: priceSchema,
			answers: {
				200: z.strictObject({ code: z.string(), pricePence: z.int(), pricePenceWithCode: z.int() }),
			},
		},
		authenticate: (c) => authenticate(c.req.raw),
		parse: async (c) => {
			requireOwnPage(c)
			return await readBody(c.req.raw, priceSchema, bodyLimitBytes)
		},
		act: async (c, caller, { productId, code }) => {
			const pricePence = await readPrice(database, productId)
			if (pricePence === null) throw notForSale()
			const offer = { id: productId, pricePence }
			const userId = caller.role === 'authenticated' ? caller.claims.sub : null
			const usable = await countGuess(options, c.get('clientAddress'), () =>
				usableDiscount(database, { code, offer, userId, now: clock.now() }),
			)
			return c.json({ code: usable.code, pricePence, pricePenceWithCode: pricePence - usable.offPence })
		},
	})
}

/** Counts a code that the shop doesn't have as a guess, by address. Throws `over_request_rate_limit` after too many. */
export async function countGuess<T>(
	{ rateLimits }: Pick<FunctionOptions, 'rateLimits'>,
	address: string,
	use: () => Promise<T>,
): Promise<T> {
	await rateLimits.consume('codeGuess', address)
	try {
		const used = await use()
		await rateLimits.giveBack('codeGuess', address)
		return used
	} catch (error) {
		const isGuess = error instanceof AppError && error.code === 'unknown_code'
		if (!isGuess) await rateLimits.giveBack('codeGuess', address)
		throw error
	}
}
