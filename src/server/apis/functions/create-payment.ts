import type { Context } from 'hono'
import { z } from 'zod'
import type { FunctionOptions } from '#server/apis/functions/dependencies.ts'
import {
	addEmailToBuy,
	bundleNotForSale,
	guideUnavailable,
	productMismatch,
	signInToBuy,
	unknownProduct,
} from '#server/apis/functions/errors.ts'
import { countGuess } from '#server/apis/functions/price-with-code.ts'
import { bodyLimitBytes, createPaymentSchema } from '#server/apis/functions/schemas.ts'
import { productPicturePath } from '#server/features/products/product-pictures.ts'
import { maybeOne } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import type { AccessClaims } from '#server/platform/db/transaction.ts'
import { readBody } from '#server/platform/http/body.ts'
import { type Env, type Handler, handle } from '#server/platform/http/handle.ts'
import { beginCheckout, rethrowIfDeleted } from '#server/shop/begin-checkout.ts'
import { partAtProvider, readBundlesOnSale, sharesOf } from '#server/shop/bundles-on-sale.ts'
import { notForSale } from '#server/shop/errors.ts'
import { openCurrent } from '#server/shop/files/open-current.ts'
import type { Offer } from '#server/shop/open-checkout-session.ts'
import { readOffer } from '#server/shop/products.ts'
import { OfferChanged } from '#server/shop/require-on-sale.ts'
import { type Taken, takeWithCode } from '#server/shop/take-with-code.ts'
import { isBundle } from '#shared/bundle-id.ts'
import type { Product } from '#shared/catalogue-schema.ts'
import type { OfferedProduct } from '#shared/shop-state.ts'

/** `POST /create-payment`: opens a hosted checkout for the caller and returns its address, or delivers what a code makes free (docs/specification.md section 7). */
export function createPayment(options: FunctionOptions): Handler {
	const { database, payments, shop, clock, faultPoint } = options
	return handle({
		about: {
			does: 'Opens a checkout for a guide or a bundle, or delivers it if a code leaves nothing to pay.',
			for: 'users',
			body: createPaymentSchema,
			answers: {
				200: z.union([
					z.strictObject({ url: z.string() }),
					/** If a code leaves nothing to pay: the purchase or, before `agreed`, the wording to agree to. */
					z.strictObject({ purchaseId: z.string() }),
					z.strictObject({ agreement: z.string() }),
				]),
			},
		},
		authenticate: (c) => requireBuyer(options, c.req.raw),
		limit: (c, claims) => limitCheckouts(options, c, claims),
		parse: (c) => readBody(c.req.raw, createPaymentSchema, bodyLimitBytes),
		act: async (c, claims, order) => {
			refuseAnonymous(claims)
			const { sub: userId, email } = claims
			const { region, agreed: hasAgreed } = order
			const take = (offer: Offer, code: string) =>
				takeWithCode({ database, payments, shop, userId, offer, code, hasAgreed, region }).catch(
					rethrowIfDeleted,
				)
			const begin = async (): Promise<Taken | { url: string }> => {
				const { products } = await readOffer(database)
				const offer = isBundle(order.stripeProductId)
					? await bundleForSale(options, products, order)
					: await readyForSale(options, productForSale(products, order))
				try {
					const taken = order.code === undefined ? null : await take(offer, order.code)
					if (taken !== null) return taken
					const url = await beginCheckout({
						database,
						payments,
						clock,
						userId,
						email,
						offer,
						code: order.code,
						region,
						faultPoint,
					})
					return { url }
				} catch (error) {
					if (error instanceof OfferChanged) return await begin()
					throw error
				}
			}
			const isWithCode = order.code !== undefined
			return c.json(isWithCode ? await countGuess(options, c.get('clientAddress'), begin) : await begin())
		},
	})
}

/**
 * Returns the caller's claims. Throws `no_authorization` if they are not signed in, and `session_not_found` if their session
 * has ended.
 */
export async function requireBuyer(
	{ authenticate, database }: FunctionOptions,
	request: Request,
): Promise<AccessClaims> {
	const caller = await authenticate(request)
	if (caller.role !== 'authenticated') throw signInToBuy()
	// A token stays valid for a while after its session has ended.
	await database.requireSession(caller)
	return caller.claims
}

/** Counts a call that may reach the payment provider, by address and by user. */
export async function limitCheckouts(
	{ rateLimits }: FunctionOptions,
	c: Context<Env>,
	{ sub }: Pick<AccessClaims, 'sub'>,
): Promise<void> {
	await rateLimits.consume('checkoutAddress', c.get('clientAddress'))
	await rateLimits.consume('checkout', sub)
}

/** Rejects an anonymous user, who could neither receive a receipt nor sign in again to read a guide they have paid for. */
function refuseAnonymous({ email }: AccessClaims): void {
	if (email === '') throw addEmailToBuy()
}

/** A product with everything needed to sell it. */
type PaidProduct = Product & { pricePence: number; stripeProductId: string; taxCode: string }

interface Order {
	productName: string
	stripeProductId: string
}

/**
 * Returns the paid product that a browser asks for. Its name and id must both match a product on offer. If only one of them matches,
 * the page is outdated, or somebody is trying to buy an expensive guide at the price of a cheap one. The price is never taken
 * from the request.
 */
export function productForSale(
	products: readonly (Product & Partial<Pick<OfferedProduct, 'offSale'>>)[],
	{ productName, stripeProductId }: Order,
): PaidProduct {
	const byId = products.find((product) => product.stripeProductId === stripeProductId)
	const byName = products.find((product) => product.title === productName)
	const product = byId ?? byName
	if (product === undefined) throw unknownProduct()
	if (product.isFree || product.comingSoon || product.offSale != null || !isPaid(product)) throw notForSale()
	if (byId !== byName) throw productMismatch()
	return product
}

function isPaid(product: Product): product is PaidProduct {
	return product.pricePence !== null && product.stripeProductId !== null && product.taxCode !== null
}

const stockSchema = z.object({ name: z.string(), sha256: z.string(), size: z.int() })

/**
 * Returns the bundle that a browser asks for, at its price. Name and id must match, as for a product. Throws `not_for_sale` if
 * the bundle has been withdrawn, or if its guides would now cost less separately.
 */
async function bundleForSale(
	options: FunctionOptions,
	products: readonly Product[],
	order: Order,
): Promise<Offer> {
	const onSale = await readBundlesOnSale(options.database)
	const bundle = onSale.find(({ id }) => id === order.stripeProductId)
	if (bundle === undefined) throw bundleNotForSale()
	if (bundle.title !== order.productName) throw productMismatch()
	const shares = sharesOf(bundle)
	const guides: Offer[] = []
	for (const { id } of bundle.guides) {
		const product = products.find((candidate) => candidate.id === id)
		if (product === undefined || !isPaid(product)) throw bundleNotForSale()
		guides.push(await readyForSale(options, product))
	}
	return {
		id: bundle.id,
		productId: bundle.id,
		title: bundle.title,
		shortTitle: bundle.title,
		currency: 'GBP',
		pricePence: bundle.price_pence,
		lines: guides.flatMap(({ id, lines }, index) =>
			lines.map((line) => ({
				...line,
				providerProductId: partAtProvider(bundle.id, id),
				pricePence: shares[index] ?? 0,
			})),
		),
	}
}

/**
 * Returns the offer of one guide. Throws `unavailable` if its file cannot be opened. It may have vanished since the server checked
 * it at the start.
 */
async function readyForSale({ database, files }: FunctionOptions, product: PaidProduct): Promise<Offer> {
	const { title, pdfFileName } = product
	try {
		const stock = await openCurrent(files, () =>
			maybeOne(
				database,
				sql`
				select name, sha256, size::integer as size from storage.objects
				where bucket_id = 'pdfs' and name = ${pdfFileName} and sha256 is not null`,
				stockSchema,
			),
		)
		if (stock?.file === undefined)
			throw new Error(`the file of "${title}" (${pdfFileName}) is missing from the store or incomplete`)
		return offerOf(product)
	} catch (cause) {
		throw guideUnavailable(cause)
	}
}

/** Returns the offer of one guide. */
export function offerOf(product: PaidProduct): Offer {
	const { id, stripeProductId, title, shortTitle, currency, pricePence, description, taxCode } = product
	const shown = { catalogueId: id, providerProductId: stripeProductId, productName: title }
	return {
		id,
		productId: stripeProductId,
		title,
		shortTitle,
		currency,
		pricePence,
		lines: [{ ...shown, description, taxCode, picturePath: productPicturePath(product.slug), pricePence }],
	}
}
