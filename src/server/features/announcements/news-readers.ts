import { type Sql, sql } from '#server/platform/db/sql.ts'
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
		select from shop.outbox had
		where had.list = 'news' and had.user_id = u.id and had.mailed_at > ${new Date(now.getTime() - daysBetweenNews * dayMs)}
	)`
}

/** The condition that an announcement `a` is being sent. */
export const isUnderWay = sql`(a.begun_at is not null and a.ended_at is null and a.stopped_at is null)`
