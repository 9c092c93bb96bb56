import type { MailTexts } from '#server/platform/config/mail-texts.ts'
import type { Database, Row } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { deletionMail } from '#server/shop/emails/deletion-mail.ts'
import type { Mailer } from '#server/shop/emails/mailer.ts'

interface ConfirmOptions {
	database: Database
	mailer: Mailer
	siteUrl: string
	texts: MailTexts
}

/** Emails the user that their account has been deleted, then erases the address, which was stored only for this. */
export async function confirmDeletion(
	{ database, mailer, siteUrl, texts }: ConfirmOptions,
	{ userId }: { userId: string },
): Promise<void> {
	const [deleted] = await database.query<Row & { notice_to: string; deleted_at: Date }>(sql`
		select notice_to, deleted_at from auth.deleted_accounts where user_id = ${userId} and notice_to is not null`)
	if (deleted === undefined) return
	await mailer.send(deletionMail({ userId, to: deleted.notice_to, at: deleted.deleted_at, siteUrl, texts }))
	await database.query(sql`update auth.deleted_accounts set notice_to = null where user_id = ${userId}`)
}
