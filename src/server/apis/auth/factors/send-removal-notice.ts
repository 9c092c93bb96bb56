import { makeLinkToken } from '#server/apis/auth/email-links/one-time-tokens.ts'
import { hashToken } from '#server/apis/auth/hash-token.ts'
import type { MailTexts } from '#server/platform/config/mail-texts.ts'
import type { Database, Row } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { factorRemovalMail } from '#server/shop/emails/factor-removal-mail.ts'
import type { Mailer } from '#server/shop/emails/mailer.ts'

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
