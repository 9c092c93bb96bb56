import { html } from 'hono/html'
import { makeLinkToken } from '#server/apis/auth/tokens.ts'
import type { MailTexts } from '#server/platform/config/mail-texts.ts'
import type { Database, Row } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { hashToken } from '#server/platform/hash-token.ts'
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

// How many links of one removal stay valid; each retry of the email adds one.
const mostLinks = 8

/** Emails the user that their second step is about to be removed, with a link to cancel that. */
export async function sendRemovalNotice(
	{ database, mailer, siteUrl, texts }: NoticeOptions,
	{ removalId }: { removalId: string },
): Promise<void> {
	const token = makeLinkToken(false)
	const [removal] = await database.query<Row & { email: string; due_at: Date }>(sql`
		update auth.factor_removals r set token_hashes = (${[hashToken(token)]}::bytea[] || r.token_hashes)[1:${mostLinks}]
		from auth.users u
		where r.id = ${removalId} and u.id = r.user_id and r.stopped_at is null and r.done_at is null
		returning u.email, r.due_at`)
	if (removal === undefined) return
	const link = new URL('/auth/confirm', siteUrl)
	link.search = new URLSearchParams({ token_hash: token, type: 'keep_factors' }).toString()
	await mailer.send(
		factorRemovalMail({ removalId, to: removal.email, at: removal.due_at, link: link.href, siteUrl, texts }),
	)
}

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
