import { html } from 'hono/html'
import { fillTexts, type MailTexts } from '#server/platform/config/mail-texts.ts'
import { mailLayout, mailLink, mailParagraph, momentOf } from '#server/shop/emails/layout.ts'
import type { Mail } from '#server/shop/emails/mailer.ts'

interface DeletionMailOptions {
	/** Identifies this deletion, so that an email sent twice is recognised as one. */
	userId: string
	to: string
	at: Date
	siteUrl: string
	texts: MailTexts
}

/** Builds the last email that a user receives: their account is deleted. */
export function deletionMail({ userId, to, at, siteUrl, texts }: DeletionMailOptions): Mail {
	const site = new URL(siteUrl)
	const { subject, title, lead, gone, kept, pending, notYou, contact, why } = fillTexts(
		texts.account_deleted,
		{
			address: to,
			site: site.host,
			when: momentOf(at),
		},
	)
	const writeTo = `${siteUrl}/contact`
	const paragraphs = [lead, gone, kept, pending]
	return {
		to,
		subject,
		messageId: `<deletion-${userId}@${site.hostname}>`,
		text: [...paragraphs, notYou, writeTo, why, `Headstart, ${siteUrl}`, ''].join('\n\n'),
		html: mailLayout({
			title,
			preheader: lead,
			body: html`${paragraphs.map(mailParagraph)}
${mailParagraph(html`${notYou} ${mailLink({ href: writeTo, label: contact })}`)}`,
			footer: html`${why}<br><br>Headstart, ${mailLink({ href: siteUrl, label: site.host })}`,
		}),
	}
}
