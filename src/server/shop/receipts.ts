import { z } from 'zod'
import { catalogue } from '#catalogue/index.ts'
import type { Database, Transaction } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { addJob } from '#server/platform/jobs/queue.ts'
import {
	mailButton,
	mailCover,
	mailLines,
	mailLink,
	mailNote,
	mailParagraph,
} from '#server/shop/emails/mail-parts.ts'
import type { Mail, Mailer } from '#server/shop/emails/mailer.ts'
import { writeMail } from '#server/shop/emails/write-mail.ts'
import { purchaseStatuses } from '#server/shop/purchases.ts'
import type { Seller, ShopContext } from '#server/shop/shop-context.ts'
import type { Product } from '#shared/catalogue-schema.ts'
import type { Clock } from '#shared/clock.ts'
import { dayOf, momentOf } from '#shared/dates.ts'
import { formatPounds } from '#shared/money.ts'
import { sampleSeller } from '#shared/site.ts'

interface IssueOptions {
	/** Undefined on a local run, where nothing is sold. */
	seller: Seller | undefined
	paidAt: Date
	/** Set if the receipt is written long after the sale. */
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
			purchase_id, user_id, product_name, amount_pence, vat_pence, currency,
			seller_name, seller_address, seller_email, seller_vat_number, consent_wording, consent_at, paid_at,
			issued_late_at
		)
		select p.id, p.user_id, p.product_name, coalesce(c.amount_paid_pence, p.price_pence), c.vat_pence, p.currency,
			${seller?.name ?? null}::text, ${seller?.address ?? null}::text, ${seller?.email ?? null}::text,
			${seller?.vatNumber ?? null}::text,
			case when c.consent_at is not null then c.consent_wording end, c.consent_at, ${paidAt}::timestamptz,
			${issuedLateAt ?? null}::timestamptz
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
	await addJob(tx, 'send-receipt', { purchaseId })
	await shop.faultPoint('fulfil/moved')
}

interface IssueLateOptions {
	database: Database
	seller: Seller | undefined
	clock: Clock
}

const lateSchema = z.object({ id: z.uuid(), paid_at: z.date() })

/**
 * Writes missing receipts for purchases older than receipts, in order of payment. Each shows the day of the payment and says
 * that it was written later; its number is today's. None is emailed: buyers find them on their account
 * page, and the owner can send one by `npm run admin -- resend`.
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

interface SendReceiptOptions {
	database: Database
	mailer: Mailer
	clock: Clock
	siteUrl: string
}

const rowSchema = z.object({
	email: z.string(),
	raw_user_meta_data: z.unknown(),
	catalogue_id: z.string(),
	number: z.string(),
	product_name: z.string(),
	amount_pence: z.int(),
	vat_pence: z.int(),
	paid_at: z.date(),
	seller_name: z.string().nullable(),
	seller_address: z.string().nullable(),
	seller_email: z.string().nullable(),
	seller_vat_number: z.string().nullable(),
	consent_wording: z.string().nullable(),
	consent_at: z.date().nullable(),
	issued_late_at: z.date().nullable(),
	status: z.enum(purchaseStatuses),
})

const refundSchema = z.object({
	kind: z.enum(['refund', 'dispute', 'by hand']),
	amount_pence: z.int(),
	at: z.date(),
})

/** Emails the receipt of a purchase, once unless the server dies meanwhile. A buyer who has deleted their account gets none. */
export async function sendReceipt(
	{ database, mailer, clock, siteUrl }: SendReceiptOptions,
	purchaseId: string,
): Promise<void> {
	const [row] = await database.query(
		sql`
		select u.email, u.raw_user_meta_data, p.catalogue_id, r.number, r.product_name, r.amount_pence, r.vat_pence, r.paid_at,
			r.seller_name, r.seller_address, r.seller_email, r.seller_vat_number, r.consent_wording, r.consent_at,
			r.issued_late_at, p.status
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
	await mailer.send(
		receiptMail({
			to: row.email,
			userMetadata: row.raw_user_meta_data,
			catalogueId: row.catalogue_id,
			purchaseId,
			number: row.number,
			productName: row.product_name,
			amountPence: row.amount_pence,
			vatPence: row.vat_pence,
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
			siteUrl,
		}),
	)
	await database.query(
		sql`update public.receipts set mailed_at = ${clock.now()} where purchase_id = ${purchaseId}`,
	)
}

interface Receipt {
	to: string
	/** Their name for the greeting. */
	userMetadata?: unknown
	purchaseId: string
	/** The product's id in the catalogue, for its cover, format and edition. */
	catalogueId: string
	/** The receipt's number, as in the seller's books. */
	number: string
	productName: string
	/** What was paid, in pence, including VAT if any is due, and how much of it was VAT. */
	amountPence: number
	vatPence: number
	paidAt: Date
	/** What the buyer agreed to at the checkout; undefined if they were not asked. */
	consent: { wording: string; at: Date } | undefined
	/** The seller; undefined on a local run, where nothing is sold and a sample seller is shown. */
	seller: string | undefined
	vatNumber: string | undefined
	/** When it was written, if that was long after the sale. */
	issuedLateAt: Date | undefined
	/** The refunds since, in order. */
	refunds: readonly ReceiptRefund[]
	/** Whether the buyer owns the guide. */
	isOwned: boolean
	siteUrl: string
}

interface ReceiptRefund {
	amountPence: number
	at: Date
	kind: 'refund' | 'dispute' | 'by hand'
}

function refundLine({ amountPence, at, kind }: ReceiptRefund): string {
	const amount = formatPounds(amountPence)
	if (kind === 'dispute') return `Your bank gave ${amount} back to you on ${dayOf(at)}.`
	return `Refunded on ${dayOf(at)}: ${amount}.`
}

/**
 * Returns what was bought, in short lines. The receipt itself does not record the edition; one that came out after the sale is left
 * out.
 */
function factsOf(product: Product | undefined, paidAt: Date): string[] {
	if (product === undefined) return []
	const { previewContent, edition } = product
	const day = edition && new Date(`${edition.date}T00:00:00Z`)
	return [previewContent.format, ...(day !== null && day <= paidAt ? [`Edition of ${dayOf(day)}`] : [])]
}

/** Builds the receipt of a purchase, with a permanent link to the guide and the consent given at the checkout. */
export function receiptMail(receipt: Receipt): Mail {
	const { to, userMetadata, purchaseId, number, productName, amountPence, vatPence, siteUrl } = receipt
	const product = catalogue.find(({ id }) => id === receipt.catalogueId)
	const price = formatPounds(amountPence)
	const guides = `${siteUrl}/account/guides`
	const seller = receipt.seller ?? sampleSeller
	const vatNumber = receipt.vatNumber === undefined ? '' : `. VAT number ${receipt.vatNumber}`
	const isRefunded = receipt.refunds.length > 0
	return writeMail({
		to,
		subject: `Your receipt: ${productName}`,
		// Derived from the purchase, so that a receipt sent twice after a crash is recognised as one.
		messageId: `<receipt-${purchaseId}@${new URL(siteUrl).hostname}>`,
		siteUrl,
		title: isRefunded ? 'Your receipt' : 'Thank you: here is your receipt',
		preheader: `${productName}, ${price}`,
		userMetadata,
		body: [
			mailCover({ product, title: productName, facts: factsOf(product, receipt.paidAt) }),
			mailLines([
				{ label: 'Receipt', value: number },
				{ label: 'Paid on', value: dayOf(receipt.paidAt) },
				...(vatPence > 0
					? [
							{ label: 'Price without VAT', value: formatPounds(amountPence - vatPence) },
							{ label: 'VAT', value: formatPounds(vatPence) },
						]
					: []),
				{ label: 'Paid, once', value: price, isTotal: true },
			]),
			...receipt.refunds.map((refund) => mailParagraph(refundLine(refund))),
			mailParagraph(
				receipt.isOwned
					? 'The guide stays yours. Sign in to download it again whenever you like. New editions are free for you.'
					: 'The guide is no longer in your account.',
			),
			mailButton({ href: guides, label: 'Go to your guides' }),
			receipt.consent &&
				mailNote(`On ${momentOf(receipt.consent.at)} you agreed: “${receipt.consent.wording}”`),
			receipt.issuedLateAt &&
				mailNote(
					`This receipt was written on ${dayOf(receipt.issuedLateAt)}: when you paid, we didn’t issue receipts yet.`,
				),
			mailNote(mailLink({ href: `${guides}#receipt-${number}`, label: 'This receipt, to print' })),
			mailNote(
				`Something wrong, or the wrong guide? Quote receipt ${number} when you `,
				mailLink({ href: `${siteUrl}/contact`, label: 'write to us' }),
			),
		],
		closing: `Sold by: ${seller}${vatNumber}`,
	})
}
