import { z } from 'zod'
import { maybeOne } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import { makeToken, withLink } from '#server/platform/tokens.ts'
import { mailButton, mailParagraph } from '#server/shop/emails/mail-parts.ts'
import type { Mail, MailContext } from '#server/shop/emails/mailer.ts'
import { fillTexts, writeMail } from '#server/shop/emails/write-mail.ts'
import { momentOf } from '#shared/dates.ts'
import type { NamedMailTexts } from '#shared/mail-texts.ts'

const removalRow = z.object({ email: z.string(), due_at: z.date(), raw_user_meta_data: z.unknown() })

/** Emails the user that a second factor is about to be removed, with a link to cancel the removal. */
export async function sendRemovalNotice(
	{ database, mailer, siteUrl, texts }: Omit<MailContext, 'clock'>,
	{ removalId }: { removalId: string },
): Promise<void> {
	const token = makeToken()
	const removal = await maybeOne(
		database,
		sql`
		update auth.factor_removals r set token_hashes = ${withLink(sql`r.token_hashes`, token)}
		from auth.users u
		where r.id = ${removalId} and u.id = r.user_id and r.stopped_at is null and r.done_at is null
		returning u.email, u.raw_user_meta_data, r.due_at`,
		removalRow,
	)
	if (removal === undefined) return
	const link = new URL('/auth/confirm', siteUrl)
	link.search = new URLSearchParams({ token_hash: token, type: 'keep_factors' }).toString()
	await mailer.send(
		factorRemovalMail({
			removalId,
			to: removal.email,
			userMetadata: removal.raw_user_meta_data,
			at: removal.due_at,
			link: link.href,
			siteUrl,
			texts,
		}),
	)
}

interface RemovalMailOptions {
	/** Identifies this removal, so that an email sent twice is recognised as the same. */
	removalId: string
	to: string
	/** Contains the user's name for the greeting. */
	userMetadata?: unknown
	/** When the second factor will be removed. */
	at: Date
	/** The link that cancels the removal. */
	link: string
	siteUrl: string
	texts: NamedMailTexts
}

/** Returns the email that tells a user that a second factor will be removed after a recovery, and how to cancel the removal. */
export function factorRemovalMail(options: RemovalMailOptions): Mail {
	const { removalId, to, userMetadata, at, link, siteUrl, texts } = options
	const site = new URL(siteUrl)
	const values = { address: to, site: site.host, when: momentOf(at) }
	const { subject, title, lead, keep, wait, button, why } = fillTexts(texts.factor_removal, values)
	return writeMail({
		shop: texts.shop,
		to,
		subject,
		messageId: `<factor-removal-${removalId}@${site.hostname}>`,
		siteUrl,
		title,
		preheader: lead,
		userMetadata,
		body: [
			mailParagraph(lead),
			mailParagraph(keep),
			mailButton({ href: link, label: button }),
			mailParagraph(wait),
		],
		closing: why,
	})
}
