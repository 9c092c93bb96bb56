import { z } from 'zod'
import { continueAnnouncementJob, sendAnnouncementJob } from '#server/features/announcements/jobs.ts'
import { exists, maybeOne } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import { addJob } from '#server/platform/jobs/queue.ts'
import { makeToken, withLink } from '#server/platform/tokens.ts'
import type { MailContext } from '#server/shop/emails/mailer.ts'
import { announcementMail } from './announcement-mail.ts'
import { hadNews, wantsNews } from './news-readers.ts'

/**
 * Slow enough that receipts and codes don't wait behind an announcement, and that mail servers don't take the shop for a spammer.
 */
export const mailsPerMinute = 60

/**
 * Queues as many emails as may be sent in a minute, and queues this job again for a minute later. This goes on until all emails
 * are queued or an owner stops the announcement.
 */
export async function continueAnnouncement(
	{ database, clock }: Pick<MailContext, 'database' | 'clock'>,
	{ announcementId }: { announcementId: string },
): Promise<void> {
	const now = clock.now()
	await database.asServer(async (tx) => {
		const isBeingSent = await exists(
			tx,
			sql`
			select from shop.announcements
			where id = ${announcementId} and begun_at is not null and ended_at is null and stopped_at is null for update`,
		)
		if (!isBeingSent) return
		const next = await tx.query(
			sql`
			update shop.announcement_mails set queued_at = ${now} where id in (
				select id from shop.announcement_mails where announcement_id = ${announcementId} and queued_at is null
				order by id limit ${mailsPerMinute}
			) returning id`,
			z.object({ id: z.uuid() }),
		)
		for (const [index, { id }] of next.entries())
			await addJob(tx, sendAnnouncementJob, { mailId: id }, { afterSeconds: (index * 60) / mailsPerMinute })
		if (next.length > 0)
			await addJob(tx, continueAnnouncementJob, { announcementId }, { key: announcementId, afterSeconds: 60 })
		else await tx.execute(sql`update shop.announcements set ended_at = ${now} where id = ${announcementId}`)
	})
}

const rowSchema = z.object({
	email: z.string(),
	userMetadata: z.unknown(),
	subject: z.string(),
	body: z.string(),
})

/**
 * Emails an announcement to one user. Sends nothing if the user no longer wants news, or has meanwhile received another
 * announcement. Sends the email once, unless the server dies between sending and recording it; the second copy then has the
 * same message id. The token is made only now, so that neither the database nor the queue contains one.
 */
export async function emailAnnouncement(
	{ database, mailer, clock, siteUrl, texts }: MailContext,
	{ mailId }: { mailId: string },
): Promise<void> {
	const token = makeToken()
	const now = clock.now()
	const row = await maybeOne(
		database,
		sql`
		update shop.announcement_mails m set stop_hashes = ${withLink(sql`m.stop_hashes`, token)}
		from shop.announcements a, auth.users u
		where m.id = ${mailId} and m.mailed_at is null and a.id = m.announcement_id and a.stopped_at is null
			and u.id = m.user_id and ${wantsNews(now)} and not ${hadNews(now)}
		returning u.email, u.raw_user_meta_data as "userMetadata", a.subject, a.body`,
		rowSchema,
	)
	if (row === undefined) {
		await database.query(
			sql`update shop.announcement_mails set left_out_at = ${now} where id = ${mailId} and mailed_at is null`,
		)
		return
	}
	await mailer.send(announcementMail({ ...row, mailId, token, to: row.email, siteUrl, texts }))
	await database.query(
		sql`update shop.announcement_mails set mailed_at = ${clock.now()} where id = ${mailId}`,
	)
}

/** Emails a draft to the member of staff who asked for it. `actId` is the id of this request in the log of what owners do. */
export async function emailTestAnnouncement(
	{ database, mailer, siteUrl, texts }: Omit<MailContext, 'clock'>,
	{ announcementId, actId }: { announcementId: string; actId: string },
): Promise<void> {
	const row = await maybeOne(
		database,
		sql`
		select u.email, u.raw_user_meta_data as "userMetadata", a.subject, a.body
		from shop.owner_acts act
		join auth.staff m on m.user_id = act.staff_id
		join auth.users u on u.id = m.user_id
		join shop.announcements a on a.id = ${announcementId}
		where act.id = ${actId}`,
		rowSchema,
	)
	// The user is no longer a member of staff, or the draft has been deleted.
	if (row === undefined) return
	const options = { ...row, mailId: actId, token: makeToken(), to: row.email, siteUrl, texts }
	const { unsubscribeUrl: _unsubscribe, ...mail } = announcementMail(options)
	await mailer.send({ ...mail, subject: `Test: ${mail.subject}` })
}
