import {
	mailButton,
	mailCover,
	mailLines,
	mailLink,
	mailNote,
	mailParagraph,
} from '#server/shop/emails/mail-parts.ts'
import type { Mail, MailFile } from '#server/shop/emails/mailer.ts'
import { writeMail } from '#server/shop/emails/write-mail.ts'
import { howFilesOpen } from '#server/shop/how-files-open.ts'
import type { Product } from '#shared/catalogue-schema.ts'
import { dayOf, momentOf } from '#shared/dates.ts'
import { formatPounds } from '#shared/money.ts'
import { sampleSeller } from '#shared/site.ts'

interface Receipt {
	to: string
	/** Metadata of the user, with the name for the greeting. */
	userMetadata?: unknown
	purchaseId: string
	/** The product, for its cover, format and edition; undefined for a bundle, or if it is no longer in the shop. */
	product: Product | undefined
	/** The day of the edition that customers get, if that is not the one of its document. */
	edition?: string | null
	/** The titles of its guides, if a bundle was bought. */
	guides?: readonly string[]
	/** The guides of a bundle that are still in the shop. */
	products?: readonly Product[]
	/** The terms of the day of the sale; undefined if they aren't known any more. */
	terms: MailFile | undefined
	/** The receipt's number, as in the seller's books. */
	number: string
	productName: string
	/** What was paid, including VAT if any is due. */
	amountPence: number
	/** How much of the amount paid was VAT. */
	vatPence: number
	/** What it is called (`vatName`). */
	vatName?: string
	/** What a promotion code took off, and the code if it was made in the admin. */
	discount?: { pence: number; code: string | null } | undefined
	paidAt: Date
	/** What the buyer agreed to at the checkout; undefined if they were not asked to agree. */
	consent: { wording: string; at: Date } | undefined
	/** The seller; undefined on a local run, where nothing is sold and a sample seller is shown. */
	seller: string | undefined
	vatNumber: string | undefined
	/** When the receipt was written, if that was long after the sale. */
	issuedLateAt: Date | undefined
	/** The refunds since the sale, in order. */
	refunds: readonly ReceiptRefund[]
	/** Whether the buyer owns the guide now. */
	isOwned: boolean
	/** What the shop is called. */
	shop: string
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
 * Returns short lines about what was bought. The receipt does not record the edition. The lines name the current edition, but
 * only if it was out at the time of the sale.
 */
function factsOf(
	product: Product | undefined,
	{ edition, paidAt }: Pick<Receipt, 'edition' | 'paidAt'>,
): string[] {
	if (product === undefined) return []
	const { previewContent } = product
	const date = edition ?? product.edition?.date
	const day = date === undefined ? null : new Date(`${date}T00:00:00Z`)
	return [previewContent.format, ...(day !== null && day <= paidAt ? [`Edition of ${dayOf(day)}`] : [])]
}

/** Builds the receipt of a purchase, with a permanent link to the buyer's guides and the consent given at the checkout. */
export function receiptMail(receipt: Receipt): Mail {
	const {
		to,
		userMetadata,
		purchaseId,
		product,
		number,
		productName,
		amountPence,
		vatPence,
		discount,
		shop,
		siteUrl,
	} = receipt
	const price = formatPounds(amountPence)
	const { guides = [], products = product === undefined ? [] : [product], terms } = receipt
	const isBundle = guides.length > 0
	const yourGuides = `${siteUrl}/account/guides`
	const seller = receipt.seller ?? sampleSeller
	const vatNumber = receipt.vatNumber === undefined ? '' : `. VAT number ${receipt.vatNumber}`
	const opening = howFilesOpen(products)
	const isRefunded = receipt.refunds.length > 0
	return writeMail({
		shop,
		to,
		subject: `Your receipt: ${productName}`,
		// Made from the purchase, so that mail programs recognise a receipt that is sent twice after a crash.
		messageId: `<receipt-${purchaseId}@${new URL(siteUrl).hostname}>`,
		siteUrl,
		title: isRefunded ? 'Your receipt' : 'Thank you: here is your receipt',
		preheader: `${productName}, ${price}`,
		userMetadata,
		body: [
			mailCover({ product, title: productName, facts: isBundle ? guides : factsOf(product, receipt) }),
			mailLines([
				{ label: 'Receipt', value: number },
				{ label: 'Paid on', value: dayOf(receipt.paidAt) },
				...(discount === undefined
					? []
					: [
							{ label: 'Price', value: formatPounds(amountPence + discount.pence) },
							{
								label: discount.code === null ? 'Discount' : `Discount with ${discount.code}`,
								value: `−${formatPounds(discount.pence)}`,
							},
						]),
				...(vatPence > 0
					? [
							{
								label: discount === undefined ? 'Price without VAT' : 'Paid without VAT',
								value: formatPounds(amountPence - vatPence),
							},
							{ label: receipt.vatName ?? 'VAT', value: formatPounds(vatPence) },
						]
					: []),
				{ label: 'Paid, once', value: price, isTotal: true },
			]),
			...receipt.refunds.map((refund) => mailParagraph(refundLine(refund))),
			mailParagraph(
				receipt.isOwned
					? isBundle
						? 'The guides stay yours. Sign in to download each of them, now and whenever you like. New editions are free for you.'
						: 'The guide stays yours. Sign in to download it again whenever you like. New editions are free for you.'
					: isBundle
						? 'The guides are no longer in your account.'
						: 'The guide is no longer in your account.',
			),
			receipt.isOwned && opening !== '' ? mailNote(opening) : undefined,
			mailButton({ href: yourGuides, label: 'Go to your guides' }),
			receipt.consent &&
				mailNote(`On ${momentOf(receipt.consent.at)} you agreed: “${receipt.consent.wording}”`),
			receipt.isOwned
				? mailNote(
						amountPence === 0
							? 'If a file is faulty or isn’t what its page said, we fix it.'
							: 'If a file is faulty or isn’t what its page said, we fix it or pay you back. If you haven’t opened it, we also refund it within 14 days of paying.',
					)
				: undefined,
			terms && mailNote(`Attached, for you to keep: “${terms.name}”, with the page about refunds.`),
			receipt.issuedLateAt &&
				mailNote(
					`This receipt was written on ${dayOf(receipt.issuedLateAt)}: when you paid, we didn’t issue receipts yet.`,
				),
			mailNote(mailLink({ href: `${yourGuides}#receipt-${number}`, label: 'This receipt, to print' })),
			mailNote(
				`Something wrong, the wrong guide, or a complaint? A person answers. Quote receipt ${number} when you `,
				mailLink({ href: `${siteUrl}/contact`, label: 'write to us' }),
			),
		],
		closing: `Sold by: ${seller}${vatNumber}`,
		...(terms === undefined ? {} : { files: [terms] }),
	})
}
