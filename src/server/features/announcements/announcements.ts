import { z } from 'zod'
import type { Database } from '#server/platform/db/database.ts'
import { maybeOne, one } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import { DecisionError } from '#server/shop/plan.ts'
import type { Clock } from '#shared/clock.ts'
import { hadNews, wantsNews } from './news-readers.ts'

interface Context {
	database: Database
	clock: Clock
}

const announcementSchema = z.object({
	id: z.uuid(),
	subject: z.string(),
	body: z.string(),
	written_by: z.string(),
	saved_at: z.date(),
	begun_at: z.date().nullable(),
	recipients: z.int().nullable(),
	ended_at: z.date().nullable(),
	stopped_at: z.date().nullable(),
})

export type Announcement = z.infer<typeof announcementSchema>

const columns = sql`id, subject, body, written_by, saved_at, begun_at, recipients, ended_at, stopped_at`

/** Lists announcements and drafts, the newest first. */
export async function listAnnouncements(
	{ database }: Pick<Context, 'database'>,
	limit: number,
): Promise<Announcement[]> {
	return await database.query(
		sql`select ${columns} from shop.announcements order by coalesce(begun_at, saved_at) desc, id limit ${limit}`,
		announcementSchema,
	)
}

/** Finds an announcement or a draft. Throws `DecisionError` if there is none. */
export async function findAnnouncement(
	{ database }: { database: Pick<Database, 'query'> },
	id: string,
): Promise<Announcement> {
	const found = await maybeOne(
		database,
		sql`select ${columns} from shop.announcements where id = ${id}`,
		announcementSchema,
	)
	if (found === undefined) throw new DecisionError('There is no such announcement. It may have been deleted.')
	return found
}

const readersSchema = z.object({ due: z.int(), recent: z.int() })

/**
 * Counts the users who would receive an announcement now, and those who want news but received an announcement less than a month
 * ago.
 */
export async function countReaders({
	database,
	clock,
}: Pick<Context, 'database' | 'clock'>): Promise<z.infer<typeof readersSchema>> {
	const now = clock.now()
	return await one(
		database,
		sql`
		select count(*) filter (where not recent)::integer as due, count(*) filter (where recent)::integer as recent
		from (select ${hadNews(now)} as recent from auth.users u where ${wantsNews(now)}) reader`,
		readersSchema,
	)
}

const sentSchema = z.object({ mailed: z.int(), left_out: z.int(), refused: z.int() })

/** Counts how many emails of an announcement were sent, left out and refused. */
export async function countSent(
	{ database }: Pick<Context, 'database'>,
	id: string,
): Promise<z.infer<typeof sentSchema>> {
	return await one(
		database,
		sql`
		select count(m.mailed_at)::integer as mailed, count(m.left_out_at)::integer as left_out, count(r.id)::integer as refused
		from shop.outbox m
		left join shop.refused_mails r on r.job = 'send-announcement' and r.reference = m.id::text
		where m.list = 'news' and m.about = ${id}`,
		sentSchema,
	)
}
