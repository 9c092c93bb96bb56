import pg from 'pg'
import { z } from 'zod'
import type { Transaction } from '#server/platform/db/database.ts'
import { one } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import { addJob } from '#server/platform/jobs/queue.ts'
import {
	accountDeleted,
	notForSale,
	notSoldThere,
	providerUnreachable,
	shopClosed,
} from '#server/shop/errors.ts'
import { closeCheckoutJob } from '#server/shop/jobs.ts'
import { type CheckoutSession, codeFields } from '#server/shop/payment-provider.ts'
import { insertPurchase, lockPurchase, movePurchase, setCause } from '#server/shop/purchases.ts'
import { forgetRefusedCheckouts } from '#server/shop/refused-checkouts.ts'
import { rejectSecondPayment } from '#server/shop/reject-second-payment.ts'
import { deliveryConsent } from '#shared/delivery-consent.ts'
import { saleNotice, sellerTo, sellsTo } from '#shared/where-we-sell.ts'
import { codeFieldFor } from './code-field.ts'
import {
	type BeginCheckout,
	expireStale,
	openCheckoutSession,
	type Pending,
} from './open-checkout-session.ts'
import { areOffered, requireOnSale } from './require-on-sale.ts'
import { usableCode } from './usable-code.ts'
import { readSalesArea } from './where-we-sell.ts'

const checkoutSchema = z.object({
	attempt: z.int(),
	session_id: z.string().nullable(),
	url: z.string().nullable(),
	expires_at: z.date().nullable(),
	consent_wording: z.string().nullable(),
	code_field: z.enum(codeFields),
	link_code_id: z.uuid().nullable(),
	sold_in: z.string().nullable(),
	sold_by: z.string(),
})

// The provider allows at most 24 hours.
const checkoutSessionLifeMs = 23 * 3600_000
// An open Checkout Session that ends sooner leaves no time to type a card number, so it is replaced.
const shortestUseMs = 5 * 60_000
// The provider refuses to open a Checkout Session that ends within 30 minutes.
const shortestLifeMs = 31 * 60_000

/**
 * Starts a purchase and returns the address of the hosted page. A user has one open Checkout Session for each guide, however
 * often this is called. Throws `OfferChanged`, `shop_closed`, `not_sold_there`, `not_for_sale`, `already_purchased`, `payment_under_review`,
 * `payment_settling`, `payment_provider_unavailable` and, for a code, `unknown_code` and `code_not_usable`. If the account is deleted meanwhile, throws `session_not_found` and leaves no page open.
 */
export async function beginCheckout(begin: BeginCheckout): Promise<string> {
	const { database, payments, faultPoint } = begin
	// Checked first, because while the shop is closed an earlier Checkout Session may not be paid either.
	if (payments.closedBecause !== undefined) throw shopClosed(payments.closedBecause)
	await faultPoint('create-payment/before-row')
	// The row comes first, so that no payment can arrive without a purchase.
	const pending = await database.asServer((tx) => pendingPurchase(tx, begin)).catch(rethrowIfDeleted)
	await faultPoint('create-payment/after-row')
	if (pending.stale !== null) await expireStale(payments, pending.stale)
	if (pending.url !== null) return pending.url
	const checkoutSession = await openCheckoutSession(pending, begin)
	await faultPoint('create-payment/checkout-session-opened')
	const outcome = await database.asServer(async (tx) => {
		if (await areOffered(tx, begin.offer.id))
			return await storeCheckoutSession(tx, pending.purchaseId, checkoutSession)
		const purchase = await lockPurchase(tx, sql`p.id = ${pending.purchaseId} and p.status = 'pending'`)
		if (purchase !== undefined) await movePurchase(tx, purchase, 'expired', 'create-payment')
		return 'not offered any more' as const
	})
	await faultPoint('create-payment/checkout-session-stored')
	if (outcome === 'not offered any more') {
		await expireStale(payments, checkoutSession.id)
		throw notForSale()
	}
	if (outcome === 'the account is deleted') throw accountDeleted()
	if (outcome === 'the purchase has ended') {
		await expireStale(payments, checkoutSession.id)
		throw providerUnreachable('the purchase ended while its Checkout Session was opened')
	}
	if (checkoutSession.url === null) throw providerUnreachable('the new Checkout Session is already closed')
	return checkoutSession.url
}

type PendingWanted = Pick<BeginCheckout, 'userId' | 'offer' | 'clock' | 'code' | 'region'>
type WantedPurchase = PendingWanted & Pick<Pending, 'codeField' | 'linkCode' | 'soldIn' | 'soldBy'>

async function pendingPurchase(tx: Transaction, wanted: PendingWanted): Promise<Pending> {
	const { userId, offer, clock } = wanted
	await setCause(tx, 'create-payment')
	await requireOnSale(tx, offer)
	const soldIn = await readSalesArea(tx)
	const region = wanted.region ?? 'uk'
	if (!sellsTo(soldIn, region)) throw notSoldThere(saleNotice(soldIn))
	const soldBy = sellerTo(soldIn, region)
	const now = clock.now()
	const linkCode =
		wanted.code === undefined ? null : await usableCode(tx, { code: wanted.code, offer, userId, now })
	const codeField =
		linkCode === null ? await codeFieldFor(tx, { userId, catalogueId: offer.id, now }) : 'hidden'
	const terms = { codeField, linkCode, soldIn, soldBy }
	const created = await insertPending(tx, { ...wanted, ...terms })
	// Checked only now, because the insert may have waited for a payment that was just being settled.
	await rejectSecondPayment(tx, { userId, offer })
	if (created !== undefined) return created
	const purchase = await lockPurchase(
		tx,
		sql`p.user_id = ${userId} and p.catalogue_id = ${offer.id} and p.status = 'pending'`,
	)
	// The pending purchase was settled between the two statements, so this starts again.
	if (purchase === undefined) return await pendingPurchase(tx, wanted)
	const checkout = await one(
		tx,
		sql`select attempt, session_id, url, expires_at, consent_wording, code_field, link_code_id, sold_in, sold_by
			from shop.checkouts where purchase_id = ${purchase.id}`,
		checkoutSchema,
	)
	const { attempt, url, expires_at: expiresAt } = checkout
	const needsMs = url === null ? shortestLifeMs : shortestUseMs
	const isUsable = expiresAt !== null && expiresAt.getTime() - now.getTime() > needsMs
	const consentWording = checkout.consent_wording ?? deliveryConsent(offer.lines.length)
	const isSame =
		purchase.price_pence === offer.pricePence &&
		checkout.code_field === codeField &&
		checkout.link_code_id === (linkCode?.id ?? null) &&
		checkout.sold_in === soldIn &&
		checkout.sold_by === soldBy
	if (isUsable && isSame)
		return {
			purchaseId: purchase.id,
			attempt,
			url,
			expiresAt,
			consentWording,
			...terms,
			stale: null,
		}
	await movePurchase(tx, purchase, 'expired', 'create-payment')
	const fresh = await insertPending(tx, { ...wanted, ...terms })
	if (fresh === undefined) throw providerUnreachable('another request began the same purchase')
	return { ...fresh, stale: checkout.session_id }
}

async function insertPending(
	tx: Transaction,
	{ userId, offer, clock, codeField, linkCode, soldIn, soldBy }: WantedPurchase,
): Promise<Pending | undefined> {
	const expiresAt = new Date(clock.now().getTime() + checkoutSessionLifeMs)
	const consentWording = deliveryConsent(offer.lines.length)
	const purchaseId = await insertPurchase(tx, {
		user_id: userId,
		catalogue_id: offer.id,
		product_id: offer.productId,
		product_name: offer.title,
		price_pence: offer.pricePence,
		currency: offer.currency,
		status: 'pending',
		stripe_session_id: null,
		checkout: { expiresAt, consentWording, codeField, linkCodeId: linkCode?.id ?? null, soldIn, soldBy },
	})
	return purchaseId === undefined
		? undefined
		: {
				purchaseId,
				attempt: 1,
				url: null,
				expiresAt,
				consentWording,
				codeField,
				linkCode,
				soldIn,
				soldBy,
				stale: null,
			}
}

/**
 * Throws `session_not_found` if the database refused the row because the account was deleted after the caller's session was
 * checked.
 */
export function rethrowIfDeleted(error: unknown): never {
	const isGone = error instanceof pg.DatabaseError && error.constraint === 'purchases_user_id_fkey'
	throw isGone ? accountDeleted(error) : error
}

type StoreOutcome = 'stored' | 'the purchase has ended' | 'the account is deleted'

/**
 * Stores the Checkout Session that was opened for a purchase, unless the purchase was settled or its account deleted while the
 * provider answered. If the account was deleted, a job closes the page. If the purchase has ended, the caller must close the
 * page.
 */
export async function storeCheckoutSession(
	tx: Transaction,
	purchaseId: string,
	checkoutSession: CheckoutSession,
): Promise<StoreOutcome> {
	const purchase = await lockPurchase(tx, sql`p.id = ${purchaseId}`)
	const isGone = purchase === undefined || purchase.user_id === null
	// Another click may have stored this Checkout Session already, and the buyer may have paid it since.
	const isWanted = purchase?.status === 'pending' || purchase?.stripe_session_id === checkoutSession.id
	if (!isGone && !isWanted) return 'the purchase has ended'
	await tx.execute(sql`
		with kept as (
			update shop.checkouts
			set session_id = ${checkoutSession.id}, url = ${checkoutSession.url}, expires_at = ${checkoutSession.expiresAt}
			where purchase_id = ${purchaseId}
		)
		update public.purchases set stripe_session_id = ${checkoutSession.id} where id = ${purchaseId}`)
	await forgetRefusedCheckouts(tx, purchaseId)
	if (!isGone) return 'stored'
	await addJob(tx, closeCheckoutJob, { purchaseId })
	return 'the account is deleted'
}
