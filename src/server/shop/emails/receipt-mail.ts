import { html } from 'hono/html'
import { dayOf, momentOf } from '#server/shop/emails/dates.ts'
import { mailButton, mailLayout, mailLink, mailNote, mailParagraph } from '#server/shop/emails/layout.ts'
import type { Mail } from '#server/shop/emails/mailer.ts'
import { formatPounds } from '#shared/money.ts'
import { sampleSeller } from '#shared/site.ts'

interface Receipt {
	to: string
	purchaseId: string
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

/** Builds the receipt of a purchase, with a permanent link to the guide and the consent given at the checkout. */
export function receiptMail(receipt: Receipt): Mail {
	const { to, purchaseId, number, productName, siteUrl } = receipt
	const price = formatPounds(receipt.amountPence)
	const date = dayOf(receipt.paidAt)
	const guides = `${siteUrl}/account/guides`
	const ownReceipt = `${guides}#receipt-${number}`
	const vat = receipt.vatPence > 0 ? `, of which ${formatPounds(receipt.vatPence)} is VAT` : ''
	const seller = receipt.seller ?? sampleSeller
	const vatNumber = receipt.vatNumber === undefined ? '' : `. VAT number ${receipt.vatNumber}`
	const lasting = receipt.isOwned
		? 'The guide stays yours. Sign in to download it again whenever you like. New editions are free for you.'
		: 'The guide is no longer in your account.'
	const since = receipt.refunds.map(refundLine)
	const issued =
		receipt.issuedLateAt &&
		`This receipt was written on ${dayOf(receipt.issuedLateAt)}: when you paid, we didn’t issue receipts yet.`
	const consent =
		receipt.consent && `On ${momentOf(receipt.consent.at)} you agreed: “${receipt.consent.wording}”`
	return {
		to,
		subject: `Your receipt: ${productName}`,
		// Derived from the purchase, so that a receipt sent twice after a crash is recognised as one.
		messageId: `<receipt-${purchaseId}@${new URL(siteUrl).hostname}>`,
		text: [
			`${productName}: ${price}, once${vat}.`,
			`Receipt ${number}, paid on ${date}. Reference ${purchaseId}.`,
			...since,
			...(issued === undefined ? [] : [issued]),
			`${lasting}\n${guides}`,
			...(consent === undefined ? [] : [consent]),
			`This receipt, to print: ${ownReceipt}`,
			`Sold by: ${seller}${vatNumber}`,
		].join('\n\n'),
		html: mailLayout({
			title: since.length === 0 ? 'Thank you: here is your receipt' : 'Your receipt',
			preheader: `${productName}, ${price}`,
			body: html`${mailParagraph(html`<strong>${productName}</strong><br>${price}, once${vat}. Paid on ${date}.`)}
${since.map(mailParagraph)}
${mailButton({ href: guides, label: 'Go to your guides' })}
${mailParagraph(lasting)}
${mailNote(html`Or open ${mailLink({ href: guides, label: guides })}`)}
${consent === undefined ? '' : mailNote(consent)}
${issued === undefined ? '' : mailNote(issued)}
${mailNote(html`Receipt ${number}, ${mailLink({ href: ownReceipt, label: 'to print' })}. Reference ${purchaseId}`)}`,
			footer: html`Sold by: ${seller}${vatNumber}`,
		}),
	}
}
