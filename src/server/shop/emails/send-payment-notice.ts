import { z } from 'zod'
import { maybeOne } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import { titlesIn } from '#server/shop/bundles-on-sale.ts'
import type { MailContext } from '#server/shop/emails/mailer.ts'
import { moneyNoticeMail } from '#server/shop/emails/send-refund-notice.ts'
import { readProducts } from '#server/shop/products.ts'
import type { ShopContext } from '#server/shop/shop-context.ts'
import { readTermsOfSale } from '#server/shop/terms-of-sale.ts'
import { bundlePath, isBundle } from '#shared/bundle-id.ts'
import type { Product } from '#shared/catalogue-schema.ts'
import { detailPath } from '#shared/paths.ts'

/** What a buyer is told about a payment: it is on its way, has failed, or is on hold. */
const paymentNotices = ['payment_pending', 'payment_failed', 'payment_held'] as const
type PaymentNotice = (typeof paymentNotices)[number]

const rowSchema = z.object({
	catalogue_id: z.string(),
	product_name: z.string(),
	amount_pence: z.int(),
	begun_at: z.date(),
	email: z.string(),
	raw_user_meta_data: z.unknown(),
	guides: z.array(z.string()),
})

const mailedAt = {
	payment_pending: sql`pending_mailed_at`,
	payment_failed: sql`failed_mailed_at`,
	payment_held: sql`held_mailed_at`,
}
const statusFor = { payment_pending: 'pending', payment_failed: 'failed', payment_held: 'held' }

/**
 * Emails a buyer about a payment that takes days, which the checkout told them to wait for, or that is on hold. Sends each notice once, unless the
 * server dies between sending and recording it, and none that is no longer true.
 */
export async function sendPaymentNotice(
	{ database, mailer, clock, siteUrl, texts, seller }: MailContext & Pick<ShopContext, 'seller'>,
	{ purchaseId, notice }: { purchaseId: string; notice: PaymentNotice },
): Promise<void> {
	const column = mailedAt[notice]
	const row = await maybeOne(
		database,
		sql`
		select p.catalogue_id, p.product_name, coalesce(c.due_pence, p.price_pence) as amount_pence,
			coalesce(p.settling_since, p.created_at) as begun_at, u.email, u.raw_user_meta_data,
			array(${titlesIn(sql`p.catalogue_id`)}) as guides
		from public.purchases p
		join shop.checkouts c on c.purchase_id = p.id
		join auth.users u on u.id = p.user_id
		where p.id = ${purchaseId} and p.status = ${statusFor[notice]} and u.email is not null and c.${column} is null`,
		rowSchema,
	)
	if (row === undefined) return
	const products = await readProducts(database)
	const product = products.find(({ id }) => id === row.catalogue_id)
	await mailer.send(
		moneyNoticeMail({
			notice,
			refundId: purchaseId,
			to: row.email,
			userMetadata: row.raw_user_meta_data,
			product,
			productName: row.product_name,
			guides: row.guides,
			amountPence: row.amount_pence,
			at: row.begun_at,
			receipt: null,
			terms:
				notice === 'payment_failed'
					? undefined
					: await readTermsOfSale(database, { at: row.begun_at, seller, siteUrl }),
			path: {
				payment_pending: undefined,
				// Where it can be bought again.
				payment_failed: shopPath(row.catalogue_id, product),
				payment_held: `/account/refund?purchase=${purchaseId}`,
			}[notice],
			siteUrl,
			texts,
		}),
	)
	await database.query(
		sql`update shop.checkouts set ${column} = ${clock.now()} where purchase_id = ${purchaseId}`,
	)
}

function shopPath(catalogueId: string, product: Product | undefined): string | undefined {
	if (isBundle(catalogueId)) return bundlePath(catalogueId)
	return product && detailPath(product)
}
