import { z } from 'zod'
import { recipient } from '#server/features/mailing-lists/user-list.ts'
import { maybeOne } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import { makeToken } from '#server/platform/tokens.ts'
import type { MailContext } from '#server/shop/emails/mailer.ts'
import { news } from './news.ts'

const factsSchema = z.object({ ...recipient, id: z.string(), subject: z.string(), body: z.string() })

/** Emails a draft to the member of staff who asked for it. `actId` is the id of this request in the log of what owners do. */
export async function emailTestAnnouncement(
	{ database, mailer, siteUrl, texts }: Omit<MailContext, 'clock'>,
	{ announcementId, actId }: { announcementId: string; actId: string },
): Promise<void> {
	const facts = await maybeOne(
		database,
		sql`
		select act.id, u.email, u.raw_user_meta_data as "userMetadata", a.subject, a.body
		from shop.owner_acts act
		join auth.staff m on m.user_id = act.staff_id
		join auth.users u on u.id = m.user_id
		join shop.announcements a on a.id = ${announcementId}
		where act.id = ${actId}`,
		factsSchema,
	)
	// The user is no longer a member of staff, or the draft has been deleted.
	if (facts === undefined) return
	const { unsubscribeUrl: _unsubscribe, ...mail } = news.mail({ facts, token: makeToken(), siteUrl, texts })
	await mailer.send({ ...mail, subject: `Test: ${mail.subject}` })
}
