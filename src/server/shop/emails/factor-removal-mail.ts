import { html } from 'hono/html'
import { fillTexts, type MailTexts } from '#server/platform/config/mail-texts.ts'
import {
	mailButton,
	mailLayout,
	mailLink,
	mailNote,
	mailParagraph,
	momentOf,
} from '#server/shop/emails/layout.ts'
import type { Mail } from '#server/shop/emails/mailer.ts'

interface RemovalMailOptions {
	/** Identifies this removal, so that an email sent twice is recognised as one. */
	removalId: string
	to: string
	/** When the second step will be switched off. */
	at: Date
	/** Stops the removal. */
	link: string
	siteUrl: string
	texts: MailTexts
}

/** Tells a user that their second step is about to be switched off after a recovery, and how to stop it. */
export function factorRemovalMail({ removalId, to, at, link, siteUrl, texts }: RemovalMailOptions): Mail {
	const site = new URL(siteUrl)
	const values = { address: to, site: site.host, when: momentOf(at) }
	const { subject, title, lead, keep, wait, button, why } = fillTexts(texts.factor_removal, values)
	return {
		to,
		subject,
		messageId: `<factor-removal-${removalId}@${site.hostname}>`,
		text: [lead, keep, link, wait, why, `Headstart, ${siteUrl}`, ''].join('\n\n'),
		html: mailLayout({
			title,
			preheader: lead,
			body: html`${mailParagraph(lead)}
${mailParagraph(keep)}
${mailButton({ href: link, label: button })}
${mailNote(html`Or open ${mailLink({ href: link, label: link })}`)}
${mailParagraph(wait)}`,
			footer: html`${why}<br><br>Headstart, ${mailLink({ href: siteUrl, label: site.host })}`,
		}),
	}
}
