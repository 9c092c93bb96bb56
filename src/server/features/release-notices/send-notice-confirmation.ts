import type { Logger } from 'pino'
import { z } from 'zod'
import { sendNoticeConfirmationJob } from '#server/features/release-notices/jobs.ts'
import type { Database } from '#server/platform/db/database.ts'
import { count, maybeOne } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import { addJob } from '#server/platform/jobs/queue.ts'
import { makeToken, withLink } from '#server/platform/tokens.ts'
import { mailButton, mailNote, mailParagraph } from '#server/shop/emails/mail-parts.ts'
import type { Mail, MailContext } from '#server/shop/emails/mailer.ts'
import { fillTexts, writeMail } from '#server/shop/emails/write-mail.ts'
import { dayMs } from '#shared/clock.ts'
import type { NamedMailTexts } from '#shared/mail-texts.ts'
import { confirmNoticeDays } from '#shared/message-rules.ts'
import { stopAddresses } from '#shared/stop-links.ts'

interface SendOptions extends MailContext {
	log: Logger
}

const hourMs = 3_600_000
/** How many of these emails the shop sends in an hour at most, because anyone may enter any address. The others wait. */
const mostAnHour = 500
const turnSeconds = 15 * 60

const rowSchema = z.object({
	email: z.string(),
	asked_at: z.date(),
	catalogue_id: z.string(),
	title: z.string(),
})

/**
 * Emails the link that confirms an address: at most once a day for a product, and never to an address that is confirmed. The
 * tokens are made only when the email is sent, so that neither the database nor the queue contains one. If too many were sent in
 * the last hour, the email is put off rather than refused, so that nobody can keep others from asking.
 */
export async function sendNoticeConfirmation(
	{ database, mailer, clock, siteUrl, texts, log }: SendOptions,
	noticeId: string,
): Promise<void> {
	const now = clock.now()
	if ((await sentSince(database, new Date(now.getTime() - hourMs))) >= mostAnHour) {
		log.warn(
			{ mostAnHour },
			'too many people are asking to be told about a release: a confirmation email has to wait',
		)
		const later = { key: `notice-confirmation ${noticeId}`, afterSeconds: turnSeconds }
		await database.asServer((tx) => addJob(tx, sendNoticeConfirmationJob, { noticeId }, later))
		return
	}
	const [token, stopToken] = [makeToken(), makeToken()]
	const row = await maybeOne(
		database,
		sql`
		update shop.release_notices n set
			confirm_hashes = ${withLink(sql`case when expires_at > ${now} then confirm_hashes else '{}' end`, token)},
			stop_hashes = ${withLink(sql`stop_hashes`, stopToken)},
			expires_at = ${new Date(now.getTime() + confirmNoticeDays * dayMs)}
		from public.products p
		where n.id = ${noticeId} and p.id = n.catalogue_id and n.email is not null
			and n.confirmed_at is null and n.unsubscribed_at is null
			and (n.mailed_at is null or n.mailed_at <= ${new Date(now.getTime() - dayMs)})
		returning n.email, n.asked_at, n.catalogue_id, p.title`,
		rowSchema,
	)
	if (row === undefined) return
	await mailer.send(
		noticeConfirmationMail({
			noticeId,
			to: row.email,
			askedAt: row.asked_at,
			catalogueId: row.catalogue_id,
			productName: row.title,
			token,
			stopToken,
			siteUrl,
			texts,
		}),
	)
	await database.query(sql`update shop.release_notices set mailed_at = ${now} where id = ${noticeId}`)
}

async function sentSince(database: Database, since: Date): Promise<number> {
	return await count(
		database,
		sql`select count(*)::integer as count from shop.release_notices where mailed_at > ${since}`,
	)
}

interface ConfirmationMailOptions {
	noticeId: string
	to: string
	/**
	 * When the notice was requested. It is part of the Message-ID, so a second copy of an email has the same id, and the email for a
	 * new request has another.
	 */
	askedAt: Date
	catalogueId: string
	productName: string
	token: string
	stopToken: string
	siteUrl: string
	texts: NamedMailTexts
}

/** Builds the email that asks whether its recipient really wants to be told about a release. It may reach a stranger. */
export function noticeConfirmationMail(options: ConfirmationMailOptions): Mail {
	const { noticeId, to, askedAt, catalogueId, productName, token, stopToken, siteUrl, texts } = options
	const site = new URL(siteUrl)
	const { subject, title, preheader, lead, plainLead, button, lasts, stop, why } = fillTexts(
		texts.notice_confirmation,
		{ address: to, site: site.host, product: productName },
	)
	const confirm = new URL('/notice/confirm', siteUrl)
	confirm.search = new URLSearchParams({ guide: catalogueId, token }).toString()
	const link = confirm.href
	const stopping = stopAddresses(siteUrl, 'releases', stopToken)
	return writeMail({
		shop: texts.shop,
		to,
		subject,
		messageId: `<notice-${noticeId}-${askedAt.getTime()}@${site.hostname}>`,
		siteUrl,
		title,
		preheader,
		body: [
			{ ...mailParagraph(lead), text: plainLead },
			{ ...mailButton({ href: link, label: button }), text: link },
			mailNote(lasts),
		],
		closing: why,
		unsubscribe: { label: stop, ...stopping },
	})
}
