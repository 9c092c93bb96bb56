import { z } from 'zod'
import type { Database, Transaction } from '#server/platform/db/database.ts'
import { maybeOne } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import { notSoldThere, providerUnreachable, shopClosed } from '#server/shop/errors.ts'
import type { PaymentProvider } from '#server/shop/payment-provider.ts'
import { insertPurchase, isOwned, lockPurchase, movePurchase, setCause } from '#server/shop/purchases.ts'
import { issueAndSendReceipt } from '#server/shop/receipts.ts'
import { rejectSecondPayment } from '#server/shop/reject-second-payment.ts'
import type { ShopContext } from '#server/shop/shop-context.ts'
import type { Region } from '#shared/countries.ts'
import { deliveryConsent } from '#shared/delivery-consent.ts'
import { saleNotice, sellsTo } from '#shared/where-we-sell.ts'
import type { Offer } from './open-checkout-session.ts'
import { requireOnSale } from './require-on-sale.ts'
import { takesAll, usableDiscount } from './usable-code.ts'
import { readSalesArea } from './where-we-sell.ts'

interface TakeOptions {
	database: Database
	payments: Pick<PaymentProvider, 'closedBecause' | 'expireCheckout'>
	shop: Pick<ShopContext, 'seller' | 'clock' | 'faultPoint'>
	userId: string
	offer: Offer
	code: string
	/** Whether the buyer has agreed to `agreement`. */
	hasAgreed: boolean
	region: Region
}

/** The purchase or, as long as the buyer has not agreed to it, what they must agree to. */
export type Taken = { purchaseId: string } | { agreement: string }

/**
 * Delivers what a code makes free, as a sale of nothing: the provider is not asked. Returns null if the code leaves something to pay.
 * A second call returns the same purchase. Throws as `beginCheckout` does.
 */
export async function takeWithCode(options: TakeOptions): Promise<Taken | null> {
	const { database, payments } = options
	if (payments.closedBecause !== undefined) throw shopClosed(payments.closedBecause)
	const taken = await database.asServer((tx) => take(tx, options))
	// If that fails, the page ends by itself, and a payment on it is refunded as a second one.
	if (taken !== null && 'stale' in taken && taken.stale !== null)
		await payments.expireCheckout(taken.stale).catch(() => undefined)
	if (taken === null || 'agreement' in taken) return taken
	return { purchaseId: taken.purchaseId }
}

const takenSchema = z.object({ purchaseId: z.uuid() })

async function take(
	tx: Transaction,
	options: TakeOptions,
): Promise<{ purchaseId: string; stale: string | null } | { agreement: string } | null> {
	const { userId, offer, code, hasAgreed, region, shop } = options
	const now = shop.clock.now()
	// One at a time, so that no press beats the limits of the code.
	await tx.query(sql`
		select from shop.discount_codes
		where code = ${code.trim().toUpperCase()} and percent_off = ${takesAll} for no key update`)
	const before = await maybeOne(
		tx,
		sql`
		select p.id as "purchaseId" from public.purchases p
		join shop.checkouts c on c.purchase_id = p.id join shop.discount_codes d on d.id = c.discount_code_id
		where p.user_id = ${userId} and p.catalogue_id = ${offer.id} and p.status = 'completed'
			and d.code = ${code.trim().toUpperCase()} and d.percent_off = ${takesAll}`,
		takenSchema,
	)
	if (before !== undefined) return { ...before, stale: null }
	await requireOnSale(tx, offer)
	const discount = await usableDiscount(tx, { code, offer, userId, now })
	if (discount.percentOff !== takesAll) return null
	const soldIn = await readSalesArea(tx)
	if (!sellsTo(soldIn, region)) throw notSoldThere(saleNotice(soldIn))
	const wanted = { user_id: userId, catalogue_id: offer.id }
	await isOwned(tx, wanted)
	await rejectSecondPayment(tx, { userId, offer })
	const consentWording = deliveryConsent(offer.lines.length)
	if (!hasAgreed) return { agreement: consentWording }
	await setCause(tx, 'create-payment')
	const open = await lockPurchase(
		tx,
		sql`p.user_id = ${userId} and p.catalogue_id = ${offer.id} and p.status = 'pending'`,
	)
	if (open !== undefined) await movePurchase(tx, open, 'expired', 'create-payment')
	const purchaseId = await insertPurchase(tx, {
		...wanted,
		product_id: offer.productId,
		product_name: offer.title,
		price_pence: offer.pricePence,
		currency: offer.currency,
		status: 'pending',
		stripe_session_id: null,
		checkout: { consentWording, codeField: 'hidden', linkCodeId: discount.id, soldIn },
	})
	const purchase = await lockPurchase(tx, sql`p.id = ${purchaseId}`)
	if (purchase === undefined) throw providerUnreachable('another request began the same purchase')
	await tx.execute(sql`
		update shop.checkouts
		set amount_paid_pence = 0, vat_pence = 0, discount_pence = ${offer.pricePence}, discount_code_id = ${discount.id}, consent_at = ${now}
		where purchase_id = ${purchase.id}`)
	await movePurchase(tx, purchase, 'completed', 'create-payment')
	await issueAndSendReceipt(tx, purchase.id, { paidAt: now, shop })
	return { purchaseId: purchase.id, stale: open?.stripe_session_id ?? null }
}
