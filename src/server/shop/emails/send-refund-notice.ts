import { z } from 'zod'
import { maybeOne } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import { guidesOf, titlesIn } from '#server/shop/bundles-on-sale.ts'
import {
	type CoveredProduct,
	mailButton,
	mailCover,
	mailLink,
	mailNote,
	mailParagraph,
	mailQuote,
} from '#server/shop/emails/mail-parts.ts'
import type { Mail, MailContext, MailFile } from '#server/shop/emails/mailer.ts'
import { fillTexts, writeMail } from '#server/shop/emails/write-mail.ts'
import { readProducts } from '#server/shop/products.ts'
import { dayOf, secondOf } from '#shared/dates.ts'
import type { MoneyNotice, NamedMailTexts } from '#shared/mail-texts.ts'
import { formatPounds } from '#shared/money.ts'
import { purchaseStatuses } from '#shared/purchase-status.ts'

const rowSchema = z.object({
	kind: z.enum(['refund', 'dispute', 'by hand']),
	amount_pence: z.int(),
	at: z.date(),
	stands: z.boolean(),
	status: z.enum(purchaseStatuses),
	catalogue_id: z.string(),
	product_name: z.string(),
	email: z.string(),
	raw_user_meta_data: z.unknown(),
	receipt: z.string().nullable(),
	/** The titles of the guides of a bundle; empty if a single guide was bought. */
	guides: z.array(z.string()),
	/**
	 * Whether the buyer owns the guide, or a guide of the bundle, through another purchase. This happens if the buyer has paid
	 * twice.
	 */
	is_owned_by_another: z.boolean(),
	/** Whether the buyer was without the guide because of this or another refund or dispute. */
	was_taken_away: z.boolean(),
})

const aboutPurchase = sql`
	p.catalogue_id, p.product_name, u.email, u.raw_user_meta_data, receipt.number as receipt, array(${titlesIn(sql`p.catalogue_id`)}) as guides,
	exists (
		select from public.purchases other
		where other.user_id = p.user_id and other.catalogue_id in (${guidesOf(sql`p.catalogue_id`)}) and other.status = 'completed'
			and other.id <> p.id and other.part_of is distinct from p.id
	) as is_owned_by_another,
	exists (
		select from shop.purchase_history h where h.purchase_id = p.id and h.to_status in ('refunded', 'disputed')
	) as was_taken_away`

/**
 * Emails a buyer about money that was returned to them. Emails them again if the refund fails or the shop wins the dispute after
 * all. Sends each email once, unless the server dies between sending and recording it. Buyers who have deleted their accounts
 * receive none.
 */
export async function sendRefundNotice(
	{ database, mailer, clock, siteUrl, texts }: MailContext,
	refundId: string,
): Promise<void> {
	const row = await maybeOne(
		database,
		sql`
		select r.kind, r.amount_pence, r.at, r.stands, p.status, ${aboutPurchase}
		from public.refunds r
		join public.purchases p on p.id = r.purchase_id
		join auth.users u on u.id = r.user_id
		left join public.receipts receipt on receipt.purchase_id = p.id
		where r.id = ${refundId} and u.email is not null
			and case when r.stands then r.mailed_at is null else r.mailed_at is not null and r.withdrawal_mailed_at is null end`,
		rowSchema,
	)
	if (row === undefined) return
	const notice = noticeOf(row)
	if (notice === undefined) return
	await mailer.send(
		moneyNoticeMail({
			...(await optionsOf(database, row, notice)),
			refundId,
			siteUrl,
			texts,
		}),
	)
	const now = clock.now()
	await database.query(
		row.stands
			? sql`update public.refunds set mailed_at = ${now} where id = ${refundId}`
			: sql`update public.refunds set withdrawal_mailed_at = ${now} where id = ${refundId}`,
	)
}

async function optionsOf(
	database: MailContext['database'],
	row: z.infer<typeof rowSchema>,
	notice: MoneyNotice,
) {
	const products = await readProducts(database)
	return {
		notice,
		to: row.email,
		userMetadata: row.raw_user_meta_data,
		product: products.find(({ id }) => id === row.catalogue_id),
		productName: row.product_name,
		guides: row.guides,
		amountPence: row.amount_pence,
		at: row.at,
		receipt: row.receipt,
	}
}

export interface PlannedRefund {
	purchaseId: string
	amountPence: number
	/** Whether only a part is refunded, so that the buyer keeps the guide. */
	isPart: boolean
}

/** Builds the email that a buyer would receive about a refund; undefined if they would receive none. */
export async function previewRefundNotice(
	{ database, clock, siteUrl, texts }: Omit<MailContext, 'mailer'>,
	{ purchaseId, amountPence, isPart }: PlannedRefund,
): Promise<Mail | undefined> {
	const row = await maybeOne(
		database,
		sql`
		select 'refund' as kind, ${amountPence}::integer as amount_pence, ${clock.now()}::timestamptz as at, true as stands,
			case when ${isPart} then p.status else 'refunded' end as status, ${aboutPurchase}
		from public.purchases p
		join auth.users u on u.id = p.user_id
		left join public.receipts receipt on receipt.purchase_id = p.id
		where p.id = ${purchaseId} and u.email is not null`,
		rowSchema,
	)
	const notice = row && noticeOf(row)
	if (row === undefined || notice === undefined) return undefined
	return moneyNoticeMail({ ...(await optionsOf(database, row, notice)), refundId: 'preview', siteUrl, texts })
}

/** Returns the content of the notice. Returns undefined if there is nothing to announce, for example while a dispute is open. */
function noticeOf(row: z.infer<typeof rowSchema>): MoneyNotice | undefined {
	const { kind, stands, status } = row
	if (!stands) {
		if (status === 'completed' && kind === 'dispute')
			return row.was_taken_away ? 'dispute_won' : 'dispute_partly_won'
		if (status === 'completed') return 'refund_failed'
		return status === 'held' && kind === 'refund' ? 'refund_failed_owed' : undefined
	}
	if (kind === 'dispute' && status === 'completed') return 'dispute_partly_lost'
	if (kind === 'dispute') return row.is_owned_by_another ? 'dispute_lost_one_of_two' : 'dispute_lost'
	if (kind === 'by hand') return 'refunded_by_hand'
	if (row.is_owned_by_another) return 'one_of_two_refunded'
	if (status === 'refunded' || status === 'duplicate') return 'refunded'
	return status === 'completed' ? 'partly_refunded' : undefined
}

interface MoneyNoticeOptions {
	notice: MoneyNotice
	/** Identifies the refund or dispute, so that mail programs recognise a second copy. */
	refundId: string
	to: string
	/** Metadata of the user, with the name for the greeting. */
	userMetadata?: unknown
	/** The product, for its cover; undefined for a bundle, or if it is no longer in the shop. */
	product: CoveredProduct | undefined
	productName: string
	/** The titles of its guides, if a bundle was bought. */
	guides?: readonly string[]
	amountPence: number
	at: Date
	/** Whether the email gives the time to the second, as a confirmation must. */
	toTheSecond?: boolean
	/** What the buyer, or the shop in answer to them, has written. */
	quoted?: string
	/** The number of the purchase's receipt, if it has one. */
	receipt: string | null
	/** The terms of the order, which an email about a payment on its way has with it. */
	terms?: MailFile | undefined
	/** The page that the button opens; by default the user's guides. */
	path?: string | undefined
	siteUrl: string
	texts: NamedMailTexts
}

/** Builds the email about a payment, a refund, a lost dispute or a refund that failed, and what it means for the guide or guides. */
export function moneyNoticeMail(options: MoneyNoticeOptions): Mail {
	const {
		notice,
		refundId,
		to,
		userMetadata,
		product,
		productName,
		guides = [],
		amountPence,
		at,
		toTheSecond = false,
		quoted = '',
		receipt,
		terms,
		path = `/account/guides${receipt === null ? '' : `#receipt-${receipt}`}`,
		siteUrl,
		texts,
	} = options
	const site = new URL(siteUrl)
	const { next: nextForGuide, nextForBundle = nextForGuide, ...others } = texts[notice]
	const next = guides.length > 0 ? nextForBundle : nextForGuide
	const filled = fillTexts(
		{ ...others, next },
		{
			address: to,
			site: site.host,
			product: productName,
			amount: formatPounds(amountPence),
			when: toTheSecond ? secondOf(at) : dayOf(at),
		},
	)
	const { subject, title, happened, button, why } = filled
	return writeMail({
		shop: texts.shop,
		to,
		subject,
		messageId: `<${notice}-${refundId}@${site.hostname}>`,
		siteUrl,
		title,
		preheader: happened,
		userMetadata,
		body: [
			mailParagraph(happened),
			...mailQuote(quoted),
			mailParagraph(filled.next),
			mailCover({
				product,
				title: productName,
				facts: [...guides, ...(receipt === null ? [] : [`Receipt ${receipt}`])],
			}),
			mailButton({ href: `${siteUrl}${path}`, label: button }),
			notice === 'payment_pending' || notice === 'payment_held'
				? mailNote(
						'Until it’s delivered, you can cancel for any reason: ',
						mailLink({ href: `${siteUrl}/refunds#your-right-to-cancel`, label: 'Your right to cancel' }),
					)
				: undefined,
			terms &&
				mailNote(
					`Attached, for you to keep: “${terms.name}”, with the page about refunds and a form to cancel.`,
				),
			mailNote('Something wrong? ', mailLink({ href: `${siteUrl}/contact`, label: 'Write to us' })),
		],
		closing: why,
		...(terms === undefined ? {} : { files: [terms] }),
	})
}
