import { html } from 'hono/html'
import { momentOf } from '#server/mail/dates.ts'
import { mailLayout, mailLink, mailParagraph } from '#server/mail/layout.ts'
import type { Mail } from '#server/mail/mail.ts'

interface DeletionMailOptions {
	/** Names this deletion, so that a mail sent twice is recognised as one. */
	userId: string
	to: string
	at: Date
	siteUrl: string
}

const gone =
	'Your name, your address, your password, your sign-ins and your list of guides are gone, on every device. Nobody can bring them back, and neither can we.'
const kept =
	'Records of payments are kept for as long as tax law asks, without your name or address. The payment provider keeps its own.'
const pending =
	'If a payment was still on its way, it is not taken; if the bank takes it all the same, it is given back.'
const notYou =
	'If it was not you who deleted it, somebody had your password. Please write to us, and change that password wherever else you use it.'

/** The last mail somebody gets from the shop. */
export function deletionMail({ userId, to, at, siteUrl }: DeletionMailOptions): Mail {
	const site = new URL(siteUrl)
	const title = 'Your account is deleted'
	const lead = `Your account at ${site.host} was deleted on ${momentOf(at)}, London time, as you asked.`
	const why = `You are reading this because ${to} belonged to the account. It is the last mail to you, and we have now forgotten this address too.`
	const contact = `${siteUrl}/contact`
	const paragraphs = [lead, gone, kept, pending]
	return {
		to,
		subject: 'Headstart: your account is deleted',
		messageId: `<deletion-${userId}@${site.hostname}>`,
		text: [...paragraphs, notYou, contact, why, `Headstart, ${siteUrl}`, ''].join('\n\n'),
		html: mailLayout({
			title,
			preheader: lead,
			body: html`${paragraphs.map(mailParagraph)}
${mailParagraph(html`${notYou} ${mailLink({ href: contact, label: 'Write to us' })}`)}`,
			footer: html`${why}<br><br>Headstart, ${mailLink({ href: siteUrl, label: site.host })}`,
		}),
	}
}
