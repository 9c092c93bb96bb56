import type { FunctionOptions } from '#server/apis/functions/dependencies.ts'
import { productNotComingSoon } from '#server/apis/functions/errors.ts'
import { mayBeEmailed } from '#server/apis/functions/request-refund-link.ts'
import { bodyLimitBytes, nothingToSay, requestNoticeSchema } from '#server/apis/functions/schemas.ts'
import { requestNotice } from '#server/features/release-notices/notices.ts'
import { readBody, readEmail } from '#server/platform/http/body.ts'
import { type Handler, handle, requireOwnPage } from '#server/platform/http/handle.ts'
import { readProducts } from '#server/shop/products.ts'

/**
 * `POST /request-release-notice`: asks for an email when a coming product is released. Sends an email to confirm the address. The
 * answer never reveals whether the address is on the list already. Throws `unknown_product` if the product is not coming soon.
 */
export function requestReleaseNotice(options: FunctionOptions): Handler {
	const { authenticate, rateLimits, database, clock } = options
	return handle({
		about: {
			does: 'Asks to be told when a guide is out.',
			for: 'callers',
			body: requestNoticeSchema,
			answers: { 200: nothingToSay },
		},
		authenticate: (c) => authenticate(c.req.raw),
		limit: (c) => rateLimits.consume('noticeAddress', c.get('clientAddress')),
		parse: async (c) => {
			requireOwnPage(c)
			const body = await readBody(c.req.raw, requestNoticeSchema, bodyLimitBytes)
			return { email: readEmail(body.email), productId: body.productId }
		},
		act: async (c, _caller, { email, productId }) => {
			const products = await readProducts(database)
			const product = products.find(({ id, comingSoon }) => id === productId && comingSoon)
			if (product === undefined) throw productNotComingSoon()
			if (await mayBeEmailed(options, email)) {
				await database.asServer((tx) =>
					requestNotice(tx, { email, catalogueId: product.id, now: clock.now() }),
				)
			}
			return c.json({})
		},
	})
}
