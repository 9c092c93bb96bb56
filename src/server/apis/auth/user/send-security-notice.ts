import { html } from 'hono/html'
import { type MailTexts, type SecurityNotice, securityNotices } from '#server/platform/config/mail-texts.ts'
import type { Database, Row } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import {
	fillTexts,
	mailButton,
	mailLayout,
	mailLink,
	mailNote,
	mailParagraph,
	momentOf,
} from '#server/shop/emails/layout.ts'
import type { Mail, Mailer } from '#server/shop/emails/mailer.ts'

interface NoticeOptions {
	database: Database
	mailer: Mailer
	siteUrl: string
	texts: MailTexts
}

/** Emails a security notice to the user, unless the account has been deleted since. */
export async function sendSecurityNotice(
	{ database, mailer, siteUrl, texts }: NoticeOptions,
	{ entryId }: { entryId: string },
): Promise<void> {
	const [entry] = await database.query<Row & { action: string; notice_to: string; created_at: Date }>(sql`
		select action, notice_to, created_at from auth.audit_log_entries where id = ${entryId} and notice_to is not null`)
	if (entry === undefined || !isSecurityNotice(entry.action)) return
	const { action, notice_to, created_at } = entry
	await mailer.send(
		securityNoticeMail({ notice: action, entryId, to: notice_to, at: created_at, siteUrl, texts }),
	)
}

interface NoticeMailOptions {
	notice: SecurityNotice
	/** Identifies this event, so that an email sent twice is recognised as one. */
	entryId: string
	to: string
	at: Date
	siteUrl: string
	texts: MailTexts
}

const notices: ReadonlySet<string> = new Set(securityNotices)

/** Reports whether an event sends a security notice. */
export function isSecurityNotice(action: string): action is SecurityNotice {
	return notices.has(action)
}

/** Tells a user what happened to their account and what to do if it was not them. Contains no user input. */
export function securityNoticeMail({ notice, entryId, to, at, siteUrl, texts }: NoticeMailOptions): Mail {
	const site = new URL(siteUrl)
	const values = { address: to, site: site.host, when: momentOf(at) }
	const { subject, title, happened, why } = fillTexts(texts[notice], values)
	const { when, advice, button } = fillTexts(texts.security_notice, values)
	const signIn = `${siteUrl}/auth`
	return {
		to,
		subject,
		messageId: `<notice-${entryId}@${site.hostname}>`,
		text: [happened, when, advice, signIn, why, `Headstart, ${siteUrl}`, ''].join('\n\n'),
		html: mailLayout({
			title,
			preheader: happened,
			body: html`${mailParagraph(happened)}
${mailParagraph(when)}
${mailParagraph(advice)}
${mailButton({ href: signIn, label: button })}
${mailNote(html`Or open ${mailLink({ href: signIn, label: signIn })}`)}`,
			footer: html`${why}<br><br>Headstart, ${mailLink({ href: siteUrl, label: site.host })}`,
		}),
	}
}
