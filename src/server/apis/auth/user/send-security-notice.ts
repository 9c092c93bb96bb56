import { z } from 'zod'
import { maybeOne } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import { mailButton, mailParagraph } from '#server/shop/emails/mail-parts.ts'
import type { Mail, MailContext } from '#server/shop/emails/mailer.ts'
import { fillTexts, writeMail } from '#server/shop/emails/write-mail.ts'
import { momentOf } from '#shared/dates.ts'
import { type NamedMailTexts, type SecurityNotice, securityNotices } from '#shared/mail-texts.ts'

interface NoticeOptions extends Omit<MailContext, 'clock'> {
	/** Texts a notice to a user who has no address; undefined if the shop does not text. */
	textNotice: ((notice: { entryId: string; userId: string; phone: string }) => Promise<void>) | undefined
}

const noticeRow = z.object({
	user_id: z.string().nullable(),
	action: z.string(),
	notice_to: z.string(),
	created_at: z.date(),
	raw_user_meta_data: z.unknown(),
})

/**
 * Emails a security notice to the user, or texts it if they have only a number. Does nothing if the account has been deleted.
 */
export async function sendSecurityNotice(
	{ database, mailer, siteUrl, texts, textNotice }: NoticeOptions,
	{ entryId }: { entryId: string },
): Promise<void> {
	const entry = await maybeOne(
		database,
		sql`
		select e.user_id, e.action, e.notice_to, e.created_at, u.raw_user_meta_data
		from auth.audit_log_entries e left join auth.users u on u.id = e.user_id
		where e.id = ${entryId} and e.notice_to is not null`,
		noticeRow,
	)
	if (entry === undefined || !isSecurityNotice(entry.action)) return
	const { user_id: userId, action, notice_to, created_at, raw_user_meta_data: userMetadata } = entry
	if (notice_to.startsWith('+')) {
		if (userId !== null) await textNotice?.({ entryId, userId, phone: notice_to.slice(1) })
		return
	}
	await mailer.send(
		securityNoticeMail({
			notice: action,
			entryId,
			to: notice_to,
			userMetadata,
			at: created_at,
			siteUrl,
			texts,
		}),
	)
}

interface NoticeMailOptions {
	notice: SecurityNotice
	/** Identifies this event, so that an email sent twice is recognised as the same. */
	entryId: string
	to: string
	/** Contains the user's name for the greeting. */
	userMetadata?: unknown
	at: Date
	siteUrl: string
	texts: NamedMailTexts
}

const notices: ReadonlySet<string> = new Set(securityNotices)

/** Reports whether an event sends a security notice. */
export function isSecurityNotice(action: string): action is SecurityNotice {
	return notices.has(action)
}

/**
 * Writes the notice that tells a user what happened to their account, and what to do if it was not them. The only user input in
 * it is their first name.
 */
export function securityNoticeMail(options: NoticeMailOptions): Mail {
	const { notice, entryId, to, userMetadata, at, siteUrl, texts } = options
	const site = new URL(siteUrl)
	const values = { address: to, site: site.host, when: momentOf(at) }
	const { subject, title, happened, why } = fillTexts(texts[notice], values)
	const { when, advice, button } = fillTexts(texts.security_notice, values)
	return writeMail({
		shop: texts.shop,
		to,
		subject,
		messageId: `<notice-${entryId}@${site.hostname}>`,
		siteUrl,
		title,
		preheader: happened,
		userMetadata,
		body: [
			mailParagraph(happened),
			mailParagraph(when),
			mailParagraph(advice),
			mailButton({ href: `${siteUrl}/auth`, label: button }),
		],
		closing: why,
	})
}
