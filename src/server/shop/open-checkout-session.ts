import type { Database } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { checkoutRefused, codeNotUsable, providerUnreachable } from '#server/shop/errors.ts'
import type { FaultPoint } from '#server/shop/fault-point.ts'
import {
	type CheckoutLine,
	type CheckoutSession,
	type CodeField,
	type PaymentProvider,
	ProviderFailure,
} from '#server/shop/payment-provider.ts'
import { recordRefusedCheckout } from '#server/shop/refused-checkouts.ts'
import type { Clock } from '#shared/clock.ts'
import type { Region } from '#shared/countries.ts'
import type { SalesArea, SoldBy } from '#shared/where-we-sell.ts'
import type { UsableCode } from './usable-code.ts'

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
}

export interface BeginCheckout {
	database: Database
	payments: PaymentProvider
	clock: Clock
	userId: string
	email: string
	offer: Offer
	/** The discount code that the buyer came with by a link. */
	code?: string | undefined
	/** Where the buyer says that they live; in the United Kingdom if it is left out. */
	region?: Region
	faultPoint: FaultPoint
}

/** A purchase waiting for its payment, with its current Checkout Session, if one has been opened. */
export interface Pending {
	purchaseId: string
	attempt: number
	url: string | null
	/** Fixed when the row is written: the provider refuses to repeat an attempt with another expiry time. */
	expiresAt: Date
	/** The wording of the consent, also fixed when the row is written. The receipt quotes it. */
	consentWording: string
	/** Also fixed when the row is written. */
	codeField: CodeField
	/** The code that the page is opened with, also fixed. Null if the buyer came without one. */
	linkCode: UsableCode | null
	/** Where the shop sold then, and who sells, also fixed. */
	soldIn: SalesArea
	soldBy: SoldBy
	/** An earlier Checkout Session that must not be paid any more, because its price, codes or time are out of date. */
	stale: string | null
}

/**
 * Opens the Checkout Session of a pending purchase. With a code, its total is the price that the product's page shows with the code:
 * a page with any other total is closed. Throws `payment_provider_unavailable` and `code_not_usable`.
 */
export async function openCheckoutSession(pending: Pending, begin: BeginCheckout): Promise<CheckoutSession> {
	const { database, payments, offer, userId, email } = begin
	const { linkCode } = pending
	try {
		const opened = await payments.openCheckout({
			purchaseId: pending.purchaseId,
			attempt: pending.attempt,
			userId,
			catalogueId: offer.id,
			codeField: pending.codeField,
			linkCode,
			productName: offer.title,
			shortName: offer.shortTitle,
			lines: linesFor(offer, linkCode),
			currency: offer.currency,
			customerEmail: email,
			consentWording: pending.consentWording,
			soldIn: pending.soldIn,
			soldBy: pending.soldBy,
			expiresAt: pending.expiresAt,
		})
		if (linkCode === null || opened.totalPence === offer.pricePence - linkCode.offPence) return opened
		await expireStale(payments, opened.id)
		throw new ProviderFailure({
			definite: true,
			cause: new Error(`Stripe charges ${opened.totalPence} pence with the code ${linkCode.code}`),
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
			throw linkCode === null
				? checkoutRefused(error)
				: codeNotUsable(`${linkCode.code} can’t be used just now`, offer.id, error)
		}
		throw error instanceof ProviderFailure ? providerUnreachable(error) : error
	}
}

/**
 * Returns the lines to pay with a code. Stripe takes a percentage off each line and rounds each, so of several guides all but the last
 * get a price of which the percentage is whole pence. Then the sum is what the page shows.
 */
function linesFor({ lines, pricePence }: Offer, code: UsableCode | null): readonly CheckoutLine[] {
	if (code?.percentOff == null) return lines
	const step =
		[100, 50, 25, 20, 10, 5, 4, 2, 1].findLast((size) => (size * (code.percentOff ?? 0)) % 100 === 0) ?? 100
	let left = pricePence
	return lines.map((line, index) => {
		const share = index === lines.length - 1 ? left : line.pricePence - (line.pricePence % step)
		left -= share
		return { ...line, pricePence: share }
	})
}

/** Closes a Checkout Session that must not be paid any more. Throws `payment_provider_unavailable`. */
export async function expireStale(payments: PaymentProvider, checkoutSessionId: string): Promise<void> {
	await payments.expireCheckout(checkoutSessionId).catch((error: unknown) => {
		throw error instanceof ProviderFailure ? providerUnreachable(error) : error
	})
}
