import pg from 'pg'
import { z } from 'zod'
import type { Database, Transaction } from '#server/platform/db/database.ts'
import { one } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import { addJob } from '#server/platform/jobs/queue.ts'
import { deliveryConsent } from '#server/shop/delivery-consent.ts'
import {
	accountDeleted,
	checkoutRefused,
	notForSale,
	providerUnreachable,
	shopClosed,
} from '#server/shop/errors.ts'
import type { FaultPoint } from '#server/shop/fault-point.ts'
import { closeCheckoutJob } from '#server/shop/jobs.ts'
import {
	type CheckoutLine,
	type CheckoutSession,
	type CodeField,
	codeFields,
	type PaymentProvider,
	ProviderFailure,
} from '#server/shop/payment-provider.ts'
import { insertPurchase, lockPurchase, movePurchase, setCause } from '#server/shop/purchases.ts'
import { forgetRefusedCheckouts, recordRefusedCheckout } from '#server/shop/refused-checkouts.ts'
import { rejectSecondPayment } from '#server/shop/reject-second-payment.ts'
import { isBundle } from '#shared/bundle-id.ts'
import type { Clock } from '#shared/clock.ts'
import { guidesOf, readBundlesOnSale } from './bundles-on-sale.ts'
import { codeFieldFor } from './code-field.ts'
import { readProducts } from './products.ts'

/** A guide or a bundle with everything needed to sell it. */
export interface Offer {
	/** The product's id in the catalogue, or the bundle's id. */
	id: string
	/** The id that pages use to order it. */
	productId: string
	title: string
	shortTitle: string
	currency: 'GBP'
	pricePence: number
	/** The guides to pay for. The sum of their prices is the price. */
	lines: readonly CheckoutLine[]
	/** Whether discount codes lower its price. False for a bundle, which is already cheaper than its guides. */
	takesCodes: boolean
}

/** Thrown if an owner has changed the price, or withdrawn the offer, since it was read. The caller reads it again. */
export class OfferChanged extends Error {}

interface BeginCheckout {
	database: Database
	payments: PaymentProvider
	clock: Clock
	userId: string
	email: string
	offer: Offer
	faultPoint: FaultPoint
}

/** A purchase waiting for its payment, with its current Checkout Session, if one has been opened. */
interface Pending {
	purchaseId: string
	attempt: number
	url: string | null
	/** Fixed when the row is written: the provider refuses to repeat an attempt with another expiry time. */
	expiresAt: Date
	/** The wording of the consent, also fixed when the row is written. The receipt quotes it. */
	consentWording: string
	/** Also fixed when the row is written. */
	codeField: CodeField
	/** An earlier Checkout Session that must not be paid any more, because its price, codes or time are out of date. */
	stale: string | null
}

const checkoutSchema = z.object({
	attempt: z.int(),
	session_id: z.string().nullable(),
	url: z.string().nullable(),
	expires_at: z.date().nullable(),
	consent_wording: z.string().nullable(),
	code_field: z.enum(codeFields),
})

// The provider allows at most 24 hours.
const checkoutSessionLifeMs = 23 * 3600_000
// An open Checkout Session that ends sooner leaves no time to type a card number, so it is replaced.
const shortestUseMs = 5 * 60_000
// The provider refuses to open a Checkout Session that ends within 30 minutes.
const shortestLifeMs = 31 * 60_000

/**
 * Starts a purchase and returns the address of the hosted page. A user has one open Checkout Session for each guide, however
 * often this is called. Throws `OfferChanged`, `shop_closed`, `not_for_sale`, `already_purchased`, `payment_under_review`,
 * `payment_settling` and `payment_provider_unavailable`. If the account is deleted meanwhile, throws `session_not_found` and leaves no page open.
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

type PendingWanted = Pick<BeginCheckout, 'userId' | 'offer' | 'clock'>
type WantedWithCodes = PendingWanted & { codeField: CodeField }

async function pendingPurchase(tx: Transaction, wanted: PendingWanted): Promise<Pending> {
	const { userId, offer, clock } = wanted
	await setCause(tx, 'create-payment')
	await requireOnSale(tx, offer)
	const codeField = offer.takesCodes
		? await codeFieldFor(tx, { userId, catalogueId: offer.id, now: clock.now() })
		: 'hidden'
	const created = await insertPending(tx, { ...wanted, codeField })
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
		sql`select attempt, session_id, url, expires_at, consent_wording, code_field from shop.checkouts where purchase_id = ${purchase.id}`,
		checkoutSchema,
	)
	const { attempt, url, expires_at: expiresAt } = checkout
	const needsMs = url === null ? shortestLifeMs : shortestUseMs
	const isUsable = expiresAt !== null && expiresAt.getTime() - clock.now().getTime() > needsMs
	const consentWording = checkout.consent_wording ?? deliveryConsent(offer.lines.length)
	const isSame = purchase.price_pence === offer.pricePence && checkout.code_field === codeField
	if (isUsable && isSame)
		return { purchaseId: purchase.id, attempt, url, expiresAt, consentWording, codeField, stale: null }
	await movePurchase(tx, purchase, 'expired', 'create-payment')
	const fresh = await insertPending(tx, { ...wanted, codeField })
	if (fresh === undefined) throw providerUnreachable('another request began the same purchase')
	return { ...fresh, stale: checkout.session_id }
}

/**
 * Locks the guides. Until the purchase is stored, owners can change the price of none of them, nor take it back or off sale. Throws
 * `not_for_sale` or `OfferChanged` if that has just happened.
 */
async function requireOnSale(tx: Transaction, { id, pricePence }: Offer): Promise<void> {
	if (!(await areOffered(tx, id))) throw notForSale()
	// Read in the transaction, because waiting for the lock may have meant waiting for a change of the price.
	const now = isBundle(id)
		? (await readBundlesOnSale(tx)).find((bundle) => bundle.id === id)?.price_pence
		: (await readProducts(tx, [id]))[0]?.pricePence
	if (now !== pricePence) throw new OfferChanged()
}

/** Locks the guides of an offer, and returns whether none has been taken back or off sale. */
async function areOffered(tx: Transaction, id: string): Promise<boolean> {
	const guides = await tx.query(
		sql`
		select not coming_soon and not withdrawn as "isOffered" from public.products
		where id in (${guidesOf(sql`${id}`)}) order by id for key share`,
		z.object({ isOffered: z.boolean() }),
	)
	return guides.every(({ isOffered }) => isOffered)
}

async function insertPending(
	tx: Transaction,
	{ userId, offer, clock, codeField }: WantedWithCodes,
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
		checkout: { expiresAt, consentWording, codeField },
	})
	return purchaseId === undefined
		? undefined
		: { purchaseId, attempt: 1, url: null, expiresAt, consentWording, codeField, stale: null }
}

async function openCheckoutSession(pending: Pending, begin: BeginCheckout): Promise<CheckoutSession> {
	const { database, payments, offer, userId, email } = begin
	try {
		return await payments.openCheckout({
			purchaseId: pending.purchaseId,
			attempt: pending.attempt,
			userId,
			catalogueId: offer.id,
			codeField: pending.codeField,
			productName: offer.title,
			shortName: offer.shortTitle,
			lines: offer.lines,
			currency: offer.currency,
			customerEmail: email,
			consentWording: pending.consentWording,
			expiresAt: pending.expiresAt,
		})
	} catch (error) {
		if (error instanceof ProviderFailure && error.definite) {
			// The provider repeats a refusal for a day under the same idempotency key, so the next attempt needs a new key.
			await database.query(sql`
				update shop.checkouts set attempt = ${pending.attempt + 1}
				where purchase_id = ${pending.purchaseId} and attempt = ${pending.attempt}`)
			// The provider may no longer have the product that a code is limited to. The second attempt leaves the product out, so that
			// no sale fails because of a code.
			if (pending.codeField === 'shown for product' && pending.attempt === 1)
				return await openCheckoutSession({ ...pending, attempt: 2 }, begin)
			await recordRefusedCheckout(database, {
				purchaseId: pending.purchaseId,
				catalogueId: offer.id,
				failure: error,
				now: begin.clock.now(),
			})
			throw checkoutRefused(error)
		}
		throw error instanceof ProviderFailure ? providerUnreachable(error) : error
	}
}

async function expireStale(payments: PaymentProvider, checkoutSessionId: string): Promise<void> {
	await payments.expireCheckout(checkoutSessionId).catch((error: unknown) => {
		throw error instanceof ProviderFailure ? providerUnreachable(error) : error
	})
}

/**
 * Throws `session_not_found` if the database refused the row because the account was deleted after the caller's session was
 * checked.
 */
function rethrowIfDeleted(error: unknown): never {
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
