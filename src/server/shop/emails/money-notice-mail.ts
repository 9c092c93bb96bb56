import { html } from 'hono/html'
import { fillTexts, type MailTexts, type MoneyNotice } from '#server/platform/config/mail-texts.ts'
import { dayOf } from '#server/shop/emails/dates.ts'
import { mailButton, mailLayout, mailLink, mailNote, mailParagraph } from '#server/shop/emails/layout.ts'
import type { Mail } from '#server/shop/emails/mailer.ts'
import { formatPounds } from '#shared/money.ts'

interface MoneyNoticeOptions {
	notice: MoneyNotice
	/** Identifies the refund or dispute, so that an email sent twice is recognised as one. */
	refundId: string
	to: string
	productName: string
	amountPence: number
	at: Date
	/** The number of the purchase's receipt, if it has one. */
	receipt: string | null
	siteUrl: string
	texts: MailTexts
}

/** Builds the email about money that went back to a buyer, or did not arrive, and what it means for the guide. */
export function moneyNoticeMail(options: MoneyNoticeOptions): Mail {
	const { notice, refundId, to, productName, amountPence, at, receipt, siteUrl, texts } = options
	const site = new URL(siteUrl)
	const { subject, title, happened, next, button, why } = fillTexts(texts[notice], {
		address: to,
		site: site.host,
		product: productName,
		amount: formatPounds(amountPence),
		when: dayOf(at),
	})
	const guides = `${siteUrl}/account/guides${receipt === null ? '' : `#receipt-${receipt}`}`
	const contact = `${siteUrl}/contact`
	return {
		to,
		subject,
		messageId: `<${notice}-${refundId}@${site.hostname}>`,
		text: [
			happened,
			next,
			`${button}: ${guides}`,
			...(receipt === null ? [] : [`Receipt ${receipt}`]),
			`Something wrong? Write to us: ${contact}`,
			why,
			`Headstart, ${siteUrl}`,
			'',
		].join('\n\n'),
		html: mailLayout({
			title,
			preheader: happened,
			body: html`${mailParagraph(happened)}
${mailParagraph(next)}
${mailButton({ href: guides, label: button })}
${receipt === null ? '' : mailNote(`Receipt ${receipt}`)}
${mailNote(html`Something wrong? ${mailLink({ href: contact, label: 'Write to us' })}`)}`,
			footer: html`${why}<br><br>Headstart, ${mailLink({ href: siteUrl, label: site.host })}`,
		}),
	}
}
