import type { Database } from '#server/platform/db/database.ts'
import { exists } from '#server/platform/db/rows.ts'
import { type Sql, sql } from '#server/platform/db/sql.ts'
import { hashToken } from '#server/platform/tokens.ts'
import { dayMs } from '#shared/clock.ts'

/** For how many days after an announcement a user receives no other: the account page promises at most one email a month. */
export const daysBetweenNews = 30

/** Returns the condition that a user `u` has asked for news about new guides, and can be emailed. */
export function wantsNews(now: Date): Sql {
	return sql`(
		u.raw_user_meta_data ? 'news_since' and u.email is not null and u.email_confirmed_at is not null
		and u.deleted_at is null and coalesce(u.banned_until <= ${now}, true)
	)`
}

/** Returns the condition that a user `u` has received an announcement too recently to receive another. */
export function hadNews(now: Date): Sql {
	return sql`exists (
		select from shop.announcement_mails had
		where had.user_id = u.id and had.mailed_at > ${new Date(now.getTime() - daysBetweenNews * dayMs)}
	)`
}

/** Stops the announcements to the user who received this token. Can be repeated. Returns false if the token is unknown. */
export async function stopNews(database: Pick<Database, 'query'>, token: string): Promise<boolean> {
	return await exists(
		database,
		sql`
		update auth.users set raw_user_meta_data = raw_user_meta_data - 'news_since', updated_at = now()
		where id = (
			select user_id from shop.announcement_mails where stop_hashes @> ${[hashToken(token)]}::bytea[]
		) returning id`,
	)
}
