import type { AdminDependencies } from '#server/admin-api/dependencies.ts'
import type { MailTexts } from '#server/platform/config/mail-texts.ts'
import { type MailPart, mailLink, mailParagraph } from '#server/shop/emails/mail-parts.ts'
import type { Mail } from '#server/shop/emails/mailer.ts'
import { fillTexts, writeMail } from '#server/shop/emails/write-mail.ts'
import { stopAddresses } from '#shared/stop-links.ts'

interface AnnouncementMailOptions {
	/** Identifies this email, so that mail programs recognise a second copy. */
	mailId: string
	to: string
	/** Token of the link that stops these emails. */
	token: string
	subject: string
	body: string
	userMetadata: unknown
	siteUrl: string
	texts: MailTexts
}

const longestPreheader = 140

/** Builds the email of an announcement. An empty line separates paragraphs, and https addresses become links. */
export function announcementMail(options: AnnouncementMailOptions): Mail {
	const { mailId, to, token, subject, body, userMetadata, siteUrl, texts } = options
	const site = new URL(siteUrl)
	const { stop, why } = fillTexts(texts.announcement, { address: to, site: site.host })
	const paragraphs = body
		.split(/\n\s*\n/)
		.map((paragraph) => paragraph.trim().replaceAll(/\s+/g, ' '))
		.filter((paragraph) => paragraph !== '')
	return writeMail({
		to,
		subject,
		messageId: `<announcement-${mailId}@${site.hostname}>`,
		siteUrl,
		title: subject,
		preheader: paragraphs[0]?.slice(0, longestPreheader) ?? '',
		userMetadata,
		body: paragraphs.map((paragraph) => mailParagraph(...linked(paragraph))),
		closing: why,
		unsubscribe: { label: stop, ...stopAddresses(siteUrl, 'news', token) },
	})
}

/** Builds the email as a recipient without a name would receive it. */
export function exampleOf(
	{ config: { siteUrl }, mailTexts: texts }: AdminDependencies,
	{ subject, body }: { subject: string; body: string },
	to: string,
): Mail {
	return announcementMail({
		mailId: 'preview',
		token: '',
		userMetadata: {},
		to,
		subject,
		body,
		siteUrl,
		texts,
	})
}

/** Turns the addresses in a text into links. Punctuation at the end of an address belongs to the sentence, not to the link. */
function linked(text: string): (string | MailPart)[] {
	const parts = text.split(/(https:\/\/[^\s<>"]*[^\s<>".,;:!?)\]’”])/)
	return parts.map((part, index) => (index % 2 === 1 ? mailLink({ href: part, label: part }) : part))
}
