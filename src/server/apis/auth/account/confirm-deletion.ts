import { z } from 'zod'
import { maybeOne } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import { mailLink, mailParagraph } from '#server/shop/emails/mail-parts.ts'
import type { Mail, MailContext } from '#server/shop/emails/mailer.ts'
import { fillTexts, writeMail } from '#server/shop/emails/write-mail.ts'
import { isRecordOf } from '#server/shop/owner-acts.ts'
import { momentOf } from '#shared/dates.ts'
import type { NamedMailTexts } from '#shared/mail-texts.ts'

const deletedRow = z.object({ notice_to: z.string(), deleted_at: z.date(), by_owner: z.boolean() })

/** Emails the user that their account has been deleted, then erases the address, which was stored only for this. */
export async function confirmDeletion(
	{ database, mailer, siteUrl, texts }: Omit<MailContext, 'clock'>,
	{ userId }: { userId: string },
): Promise<void> {
	const deleted = await maybeOne(
		database,
		sql`
		select notice_to, deleted_at,
			exists (select from shop.owner_acts a where a.user_id = d.user_id and ${isRecordOf('erase-customer')}) as by_owner
		from auth.deleted_accounts d where user_id = ${userId} and notice_to is not null`,
		deletedRow,
	)
	if (deleted === undefined) return
	const { notice_to: to, deleted_at: at, by_owner: isByOwner } = deleted
	await mailer.send(deletionMail({ userId, to, at, isByOwner, siteUrl, texts }))
	await database.query(sql`update auth.deleted_accounts set notice_to = null where user_id = ${userId}`)
}

interface DeletionMailOptions {
	/** Identifies this deletion, so that an email sent twice is recognised as the same. */
	userId: string
	to: string
	at: Date
	/** Whether an owner deleted the account at the user's request. */
	isByOwner?: boolean
	siteUrl: string
	texts: NamedMailTexts
}

/** Builds the last email that a user receives: their account is deleted. */
export function deletionMail({
	userId,
	to,
	at,
	isByOwner = false,
	siteUrl,
	texts,
}: DeletionMailOptions): Mail {
	const site = new URL(siteUrl)
	const { subject, title, lead, gone, kept, pending, notYou, notAsked, contact, why } = fillTexts(
		texts.account_deleted,
		{
			address: to,
			site: site.host,
			when: momentOf(at),
		},
	)
	return writeMail({
		shop: texts.shop,
		to,
		subject,
		messageId: `<deletion-${userId}@${site.hostname}>`,
		siteUrl,
		title,
		preheader: lead,
		body: [
			...[lead, gone, kept, pending].map((text) => mailParagraph(text)),
			mailParagraph(
				`${isByOwner ? notAsked : notYou} `,
				mailLink({ href: `${siteUrl}/contact`, label: contact }),
			),
		],
		closing: why,
	})
}
