import type { Database } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { type Clock, dayMs } from '#shared/clock.ts'
import { confirmNoticeDays } from '#shared/message-rules.ts'

/**
 * How many days the address is stored after the email about the release. During these days, the link in that email can still stop
 * further emails.
 */
const sentDays = 30

/**
 * Deletes requests that were not confirmed in time. From requests that were answered or stopped, deletes only the address and its
 * tokens, so that these requests can still be counted.
 */
export async function purgeNotices({ database, clock }: { database: Database; clock: Clock }): Promise<void> {
	const before = (days: number) => new Date(clock.now().getTime() - days * dayMs)
	await database.query(sql`
		delete from shop.release_notices
		where confirmed_at is null and unsubscribed_at is null
			and coalesce(expires_at <= ${clock.now()}, asked_at <= ${before(confirmNoticeDays)})`)
	// Takes deleted addresses off the owner's list of refused emails.
	await database.query(sql`
		delete from shop.refused_mails r
		where r.job in ('send-notice-confirmation', 'send-release-notice')
			and not exists (select from shop.release_notices n where n.id::text = r.reference)`)
	await database.query(sql`
		update shop.release_notices set email = null, confirm_hashes = '{}', stop_hashes = '{}', expires_at = null
		where email is not null and (unsubscribed_at <= ${before(1)} or sent_at <= ${before(sentDays)})`)
}
