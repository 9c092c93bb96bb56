import { html } from 'hono/html'
import type { Config } from '#server/config.ts'
import { mailButton, mailLayout, mailLink, mailNote, mailParagraph } from '#server/mail/layout.ts'
import type { Mail } from '#server/mail/mail.ts'
import { formatPounds } from '#shared/money.ts'

interface Receipt {
	to: string
	purchaseId: string
	productName: string
	/** What was paid, in pence, VAT included where any is due. */
	amountPence: number
	paidAt: Date
	siteUrl: string
	/** Who sold it; undefined on a local run, where nothing is sold. */
	trader: Config['trader']
}

const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'Europe/London' })

/** The receipt of one purchase, with the lasting way back to the guide. The consent it repeats is given at the checkout. */
export function receiptMail({
	to,
	purchaseId,
	productName,
	amountPence,
	paidAt,
	siteUrl,
	trader,
}: Receipt): Mail {
	const price = formatPounds(amountPence)
	const date = day.format(paidAt)
	const guides = `${siteUrl}/account/guides`
	const seller = trader
		? `${trader.name}, ${trader.address}, ${trader.email}`
		: 'A test shop: no money has moved.'
	const lasting =
		'The guide stays yours: sign in and download it again whenever you like. New editions are free for you.'
	const consent =
		'When you paid you asked for the guide at once and agreed that your 14-day right to cancel ended when the download was made available.'
	return {
		to,
		subject: `Your receipt: ${productName}`,
		// Made from the purchase, so that a receipt sent twice after a crash is recognised as one.
		messageId: `<receipt-${purchaseId}@${new URL(siteUrl).hostname}>`,
		text: [
			`${productName}: ${price}, once.`,
			`Paid on ${date}. Reference ${purchaseId}.`,
			`${lasting}\n${guides}`,
			consent,
			`Sold by: ${seller}`,
		].join('\n\n'),
		html: mailLayout({
			title: 'Thank you: here is your receipt',
			preheader: `${productName}, ${price}`,
			body: html`${mailParagraph(html`<strong>${productName}</strong><br>${price}, once. Paid on ${date}.`)}
${mailButton({ href: guides, label: 'Go to your guides' })}
${mailParagraph(lasting)}
${mailNote(html`Or open ${mailLink({ href: guides, label: guides })}`)}
${mailNote(consent)}
${mailNote(`Reference ${purchaseId}`)}`,
			footer: html`Sold by: ${seller}`,
		}),
	}
}
