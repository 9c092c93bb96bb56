import { z } from 'zod'
import { limitCheckouts, requireBuyer } from '#server/apis/functions/create-payment.ts'
import type { FunctionOptions } from '#server/apis/functions/dependencies.ts'
import { paymentProviderUnavailable, purchaseNotFound } from '#server/apis/functions/errors.ts'
import { bodyLimitBytes, confirmPaymentSchema } from '#server/apis/functions/schemas.ts'
import { sql } from '#server/platform/db/sql.ts'
import type { AccessClaims } from '#server/platform/db/transaction.ts'
import { readBody } from '#server/platform/http/body.ts'
import { type Handler, handle } from '#server/platform/http/handle.ts'
import { guidesOf } from '#server/shop/bundles-on-sale.ts'
import { withCardCountry } from '#server/shop/card-country.ts'
import { fulfil } from '#server/shop/fulfil.ts'
import { type CheckoutSession, ProviderFailure } from '#server/shop/payment-provider.ts'
import { findPurchase, type Purchase } from '#server/shop/purchases.ts'
import { purchaseStatuses } from '#shared/purchase-status.ts'

/** A guide that a purchase delivers. The purchase of a bundle delivers several. */
const guideSchema = z.strictObject({
	catalogueId: z.string(),
	title: z.string(),
	fileName: z.string().nullable(),
})

/** The fields that name what is bought. They are sent in every state of the purchase, so that the page can always show them. */
const boughtFields = { productName: z.string(), catalogueId: z.string(), guides: z.array(guideSchema) }
const confirmationSchema = z.union([
	z.strictObject({
		...boughtFields,
		status: z.literal('completed'),
		purchaseId: z.string(),
		/** The file of the only guide, or of the first one of a bundle. */
		fileName: z.string().nullable(),
	}),
	z.strictObject({ ...boughtFields, status: z.enum(purchaseStatuses).exclude(['completed']) }),
])

type Confirmation = z.infer<typeof confirmationSchema>

/**
 * `POST /confirm-payment`: asks the provider whether the Checkout Session is paid and, if so, delivers the guide. The success
 * page calls this, so that a guide is delivered even if no event ever arrives. Throws `purchase_not_found` for a Checkout Session
 * that is not the caller's.
 */
export function confirmPayment(options: FunctionOptions): Handler {
	return handle({
		about: {
			does: 'Checks whether a checkout has been paid and, if so, delivers its guide.',
			for: 'users',
			body: confirmPaymentSchema,
			answers: { 200: confirmationSchema },
		},
		authenticate: (c) => requireBuyer(options, c.req.raw),
		limit: (c, claims) => limitCheckouts(options, c, claims),
		parse: (c) => readBody(c.req.raw, confirmPaymentSchema, bodyLimitBytes),
		act: async (c, claims, { sessionId: checkoutSessionId }) =>
			c.json(await confirm(options, claims, checkoutSessionId)),
	})
}

async function confirm(
	options: FunctionOptions,
	claims: AccessClaims,
	checkoutSessionId: string,
): Promise<Confirmation> {
	const { database } = options
	const isFree = !checkoutSessionId.startsWith('cs_')
	const known = await database.asCaller(
		{ role: 'authenticated', claims },
		(tx) =>
			findPurchase(
				tx,
				isFree ? sql`p.id = ${checkoutSessionId}` : sql`p.stripe_session_id = ${checkoutSessionId}`,
			),
		{ readOnly: true },
	)
	if (isFree && known === undefined) throw purchaseNotFound()
	const isSettled = known !== undefined && known.status !== 'pending' && known.status !== 'expired'
	const purchase = isSettled ? known : await askProvider(options, claims, checkoutSessionId, known)
	const guides = await database.query(
		sql`
		select g.id as "catalogueId", g.title, g.file_name as "fileName" from public.products g
		where g.id in (${guidesOf(sql`${purchase.catalogue_id}::text`)}) order by g.price_pence desc, g.id`,
		guideSchema,
	)
	const bought = { productName: purchase.product_name, catalogueId: purchase.catalogue_id, guides }
	return purchase.status === 'completed'
		? { status: 'completed', purchaseId: purchase.id, ...bought, fileName: guides[0]?.fileName ?? null }
		: { status: purchase.status, ...bought }
}

async function askProvider(
	{ database, payments, shop, clock, faultPoint }: FunctionOptions,
	claims: AccessClaims,
	checkoutSessionId: string,
	known: Purchase | undefined,
): Promise<Purchase> {
	let checkoutSession: CheckoutSession | undefined
	try {
		const found = await payments.getCheckout(checkoutSessionId)
		checkoutSession = found && (await withCardCountry({ database, payments }, found))
	} catch (error) {
		if (!(error instanceof ProviderFailure)) throw error
		// If the provider cannot be reached, the payment may still have succeeded, so the page waits and asks again.
		if (known?.status === 'pending') return known
		throw paymentProviderUnavailable(error)
	}
	if (checkoutSession === undefined || checkoutSession.userId !== claims.sub) throw purchaseNotFound()
	const purchase = await database.asServer((tx) =>
		fulfil(tx, { checkoutSession, cause: 'success page', paidAt: clock.now(), shop }),
	)
	await faultPoint('confirm-payment/fulfilled')
	if (purchase === undefined || purchase.user_id !== claims.sub) throw purchaseNotFound()
	return purchase
}
