import { z } from 'zod'
import type { Database, Transaction } from '#server/platform/db/database.ts'
import { maybeOne } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import { addJob } from '#server/platform/jobs/queue.ts'
import type { MailContext } from '#server/shop/emails/mailer.ts'
import { sendReceiptJob } from '#server/shop/jobs.ts'
import { receiptMail } from '#server/shop/receipt-mail.ts'
import type { Seller, ShopContext } from '#server/shop/shop-context.ts'
import { readShopName } from '#server/shop/shop-name.ts'
import type { Clock } from '#shared/clock.ts'
import { purchaseStatuses } from '#shared/purchase-status.ts'
import { sampleTrader } from '#shared/site.ts'
import { vatName } from '#shared/vat-name.ts'
import { guidesOf, titlesIn } from './bundles-on-sale.ts'
import { readProducts } from './products.ts'
import { readTermsOfSale } from './terms-of-sale.ts'

/** Who a receipt names as the seller, before the shop's own name, if Stripe has sold it. */
const merchantOfRecord = 'Stripe (Link), the merchant of record, for'

interface IssueOptions {
	/** Undefined on a local run, where nothing is sold. */
	seller: Seller | undefined
	paidAt: Date
	/** When it is written, if that is long after the sale. */
	issuedLateAt?: Date
}

/**
 * Writes the receipt of a completed purchase: what was paid, who sold it and what the buyer agreed to, as of the sale.
 * A purchase has one receipt, however often this is called.
 */
async function issueReceipt(
	tx: Transaction,
	purchaseId: string,
	{ seller, paidAt, issuedLateAt }: IssueOptions,
): Promise<void> {
	await tx.execute(sql`
		insert into public.receipts (
			purchase_id, user_id, product_name, amount_pence, vat_pence, discount_pence, discount_code, currency,
			seller_name, seller_address, seller_email, seller_vat_number, consent_wording, consent_at, paid_at,
			issued_late_at, vat_country, vat_rate
		)
		select p.id, p.user_id, p.product_name, coalesce(c.amount_paid_pence, p.price_pence), c.vat_pence, c.discount_pence,
			(select d.code from shop.discount_codes d where d.id = c.discount_code_id), p.currency,
			case when c.sold_by = 'stripe' then ${`${merchantOfRecord} ${(seller ?? sampleTrader).name}`} else ${seller?.name ?? null}::text end, ${seller?.address ?? null}::text, ${seller?.email ?? null}::text,
			case when c.sold_by = 'shop' then coalesce(c.oss_number, ${seller?.vatNumber ?? null}::text) end,
			case when c.consent_at is not null then c.consent_wording end, c.consent_at, ${paidAt}::timestamptz,
			${issuedLateAt ?? null}::timestamptz, c.oss_country, c.oss_rate
		from public.purchases p join shop.checkouts c on c.purchase_id = p.id
		where p.id = ${purchaseId}
		on conflict (purchase_id) do nothing`)
}

interface IssueNowOptions {
	paidAt: Date
	shop: Pick<ShopContext, 'seller' | 'faultPoint'>
}

/** Writes the receipt of a purchase that was just completed, and enqueues its email. */
export async function issueAndSendReceipt(
	tx: Transaction,
	purchaseId: string,
	{ paidAt, shop }: IssueNowOptions,
): Promise<void> {
	await issueReceipt(tx, purchaseId, { seller: shop.seller, paidAt })
	await addJob(tx, sendReceiptJob, { purchaseId })
	await shop.faultPoint('fulfil/moved')
}

interface IssueLateOptions {
	database: Database
	seller: Seller | undefined
	clock: Clock
}

const lateSchema = z.object({ id: z.uuid(), paid_at: z.date() })

/**
 * Writes the receipts of purchases from before the shop issued receipts, in the order of payment. Each has the day of the
 * payment, says that it was written later, and gets the next number. None is emailed: buyers find them on their account page, and
 * the owner can send one with `npm run admin -- resend-receipt`.
 */
export async function issueLateReceipts({ database, seller, clock }: IssueLateOptions): Promise<void> {
	const issuedLateAt = clock.now()
	await database.asServer(async (tx) => {
		const rows = await tx.query(
			sql`
			select p.id, coalesce(
				(select min(h.at) from shop.purchase_history h where h.purchase_id = p.id and h.to_status = 'completed'),
				p.created_at
			) as paid_at
			from public.purchases p join shop.checkouts c on c.purchase_id = p.id
			left join public.receipts r on r.purchase_id = p.id
			where p.status = 'completed' and r.id is null
			order by paid_at`,
			lateSchema,
		)
		for (const { id, paid_at: paidAt } of rows) {
			await issueReceipt(tx, id, { seller, paidAt, issuedLateAt })
		}
	})
}

const rowSchema = z.object({
	email: z.string(),
	raw_user_meta_data: z.unknown(),
	catalogue_id: z.string(),
	number: z.string(),
	product_name: z.string(),
	amount_pence: z.int(),
	vat_pence: z.int(),
	discount_pence: z.int().nullable(),
	discount_code: z.string().nullable(),
	paid_at: z.date(),
	seller_name: z.string().nullable(),
	seller_address: z.string().nullable(),
	seller_email: z.string().nullable(),
	seller_vat_number: z.string().nullable(),
	vat_country: z.string().nullable(),
	vat_rate: z.coerce.number().nullable(),
	consent_wording: z.string().nullable(),
	consent_at: z.date().nullable(),
	issued_late_at: z.date().nullable(),
	status: z.enum(purchaseStatuses),
	edition: z.string().nullable(),
	/** The titles of the guides of a bundle; empty if a single guide was bought. */
	guides: z.array(z.string()),
	guide_ids: z.array(z.string()),
})

const refundSchema = z.object({
	kind: z.enum(['refund', 'dispute', 'by hand']),
	amount_pence: z.int(),
	at: z.date(),
})

/**
 * Emails the receipt of a purchase. Sends it once, unless the server dies between sending and recording it. Buyers who have
 * deleted their accounts receive none.
 */
export async function sendReceipt(
	{ database, mailer, clock, siteUrl }: Omit<MailContext, 'texts'>,
	purchaseId: string,
): Promise<void> {
	const row = await maybeOne(
		database,
		sql`
		select u.email, u.raw_user_meta_data, p.catalogue_id, r.number, r.product_name, r.amount_pence, r.vat_pence, r.paid_at,
			r.discount_pence, r.discount_code, r.seller_name, r.seller_address, r.seller_email, r.seller_vat_number, r.vat_country, r.vat_rate, r.consent_wording, r.consent_at,
			r.issued_late_at, p.status, (select edition from public.products g where g.id = p.catalogue_id) as edition,
			array(${titlesIn(sql`p.catalogue_id`)}) as guides, array(${guidesOf(sql`p.catalogue_id`)}) as guide_ids
		from public.receipts r join auth.users u on u.id = r.user_id join public.purchases p on p.id = r.purchase_id
		where r.purchase_id = ${purchaseId} and r.mailed_at is null and u.email is not null`,
		rowSchema,
	)
	if (row === undefined) return
	const refunds = await database.query(
		sql`
		select kind, amount_pence, at from public.refunds where purchase_id = ${purchaseId} and stands order by at, id`,
		refundSchema,
	)
	const products = await readProducts(database)
	await mailer.send(
		receiptMail({
			to: row.email,
			userMetadata: row.raw_user_meta_data,
			product: products.find(({ id }) => id === row.catalogue_id),
			edition: row.edition,
			guides: row.guides,
			products: products.filter(({ id }) => row.guide_ids.includes(id)),
			terms: await readTermsOfSale(database, {
				at: row.consent_at ?? row.paid_at,
				seller:
					row.seller_name === null
						? undefined
						: {
								name: row.seller_name,
								address: row.seller_address ?? '',
								email: row.seller_email ?? '',
								vatNumber: row.seller_vat_number ?? undefined,
							},
				siteUrl,
			}),
			purchaseId,
			number: row.number,
			productName: row.product_name,
			amountPence: row.amount_pence,
			vatPence: row.vat_pence,
			vatName: vatName({ country: row.vat_country, rate: row.vat_rate }),
			discount:
				row.discount_pence === null ? undefined : { pence: row.discount_pence, code: row.discount_code },
			paidAt: row.paid_at,
			consent:
				row.consent_wording === null || row.consent_at === null
					? undefined
					: { wording: row.consent_wording, at: row.consent_at },
			seller:
				row.seller_name === null
					? undefined
					: [row.seller_name, row.seller_address, row.seller_email]
							.filter((part) => part !== null)
							.join(', '),
			vatNumber: row.seller_vat_number ?? undefined,
			issuedLateAt: row.issued_late_at ?? undefined,
			refunds: refunds.map(({ kind, amount_pence, at }) => ({ kind, amountPence: amount_pence, at })),
			isOwned: row.status === 'completed',
			shop: await readShopName(database),
			siteUrl,
		}),
	)
	await database.query(
		sql`update public.receipts set mailed_at = ${clock.now()} where purchase_id = ${purchaseId}`,
	)
}
