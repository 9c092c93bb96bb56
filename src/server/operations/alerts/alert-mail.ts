import type { AlertText } from '#server/operations/alerts/trouble.ts'
import { mailButton, mailCommand, mailLines, mailParagraph } from '#server/shop/emails/mail-parts.ts'
import type { Mail } from '#server/shop/emails/mailer.ts'
import { writeMail } from '#server/shop/emails/write-mail.ts'

interface AlertMailOptions {
	to: string
	shop: string
	siteUrl: string
	kind: string
	text: AlertText
	raisedAt: Date
}

/** Builds the email that tells the owner what is wrong, and which command puts it right. */
export function alertMail({ to, shop, siteUrl, kind, text, raisedAt }: AlertMailOptions): Mail {
	const { title, meaning, facts, todo, command, link } = text
	const site = new URL(siteUrl)
	return writeMail({
		shop,
		to,
		subject: `${title} (${site.host})`,
		messageId: `<alert-${kind.replaceAll(/[^a-z0-9]+/gi, '-')}-${raisedAt.getTime()}@${site.hostname}>`,
		siteUrl,
		title,
		preheader: meaning,
		body: [
			mailParagraph(meaning),
			facts.length === 0 ? undefined : mailLines(facts),
			mailParagraph(todo),
			mailCommand(command),
			link && mailButton(link),
		],
		closing: `You’re receiving this email because ALERTS_TO or TRADER_EMAIL of your shop is ${to}. You’ll get at most one a day about the same thing.`,
	})
}
