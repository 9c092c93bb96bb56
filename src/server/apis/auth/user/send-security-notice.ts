import type { MailTexts } from '#server/platform/config/mail-texts.ts'
import type { Database, Row } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import type { Mailer } from '#server/shop/emails/mailer.ts'
import { isSecurityNotice, securityNoticeMail } from '#server/shop/emails/security-notice-mail.ts'

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
