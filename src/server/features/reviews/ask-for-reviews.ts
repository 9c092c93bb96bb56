import { z } from 'zod'
import { sendReviewRequestJob } from '#server/features/reviews/jobs.ts'
import type { Database } from '#server/platform/db/database.ts'
import { exists } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import { addJob } from '#server/platform/jobs/queue.ts'
import { hashToken } from '#server/platform/tokens.ts'
import { type Clock, dayMs } from '#shared/clock.ts'

/** The first and the last day on which a user may be asked to review a guide, counted from the day they got it. */
const asked = { fromDays: 7, toDays: 21 }
const mostPerRun = 300
const secondsApart = 1

const queuedSchema = z.object({ user_id: z.uuid(), catalogue_id: z.string() })

/**
 * Queues the emails that ask for reviews. Each user is asked once about each guide, at least a week after getting it. A user gets
 * at most one of these emails a week. Users who opted out, or have reviewed the guide, get none. Reads the history of purchases,
 * so a sale needs no job of its own for this.
 */
export async function askForReviews({
	database,
	clock,
}: {
	database: Database
	clock: Clock
}): Promise<void> {
	const now = clock.now()
	const daysAgo = (days: number) => new Date(now.getTime() - days * dayMs)
	await database.asServer(async (tx) => {
		const due = await tx.query(
			sql`
			-- Materialised first. Otherwise the limit makes PostgreSQL go through all purchases user by user, in the hope of finding
			-- enough early.
			with completed as materialized (
				select purchase_id, at from shop.purchase_history
				where to_status = 'completed' and at > ${daysAgo(asked.toDays)} and at <= ${daysAgo(asked.fromDays)}
			)
			insert into shop.review_requests (user_id, catalogue_id, asked_at)
			select distinct on (p.user_id) p.user_id, p.catalogue_id, ${now}::timestamptz
			from completed h
			join public.purchases p on p.id = h.purchase_id
			join public.products product on product.id = p.catalogue_id
			join auth.users u on u.id = p.user_id
			where p.status = 'completed' and not product.withdrawn
				and u.email_confirmed_at is not null and u.raw_user_meta_data -> 'no_review_requests' is distinct from 'true'
				and not exists (
					select from public.reviews r where r.user_id = p.user_id and r.catalogue_id = p.catalogue_id
				)
				and not exists (
					select from shop.review_requests other
					where other.user_id = p.user_id
						and (other.catalogue_id = p.catalogue_id or other.asked_at > ${daysAgo(7)})
				)
			order by p.user_id, h.at
			limit ${mostPerRun}
			on conflict do nothing
			returning user_id, catalogue_id`,
			queuedSchema,
		)
		for (const [index, { user_id: userId, catalogue_id: catalogueId }] of due.entries())
			await addJob(tx, sendReviewRequestJob, { userId, catalogueId }, { afterSeconds: index * secondsApart })
	})
}

/** Stops the requests for reviews to the user who received this token. Can be repeated. Returns false if the token is unknown. */
export async function stopReviewRequests(database: Pick<Database, 'query'>, token: string): Promise<boolean> {
	return await exists(
		database,
		sql`
		update auth.users set raw_user_meta_data = raw_user_meta_data || '{"no_review_requests": true}', updated_at = now()
		where id = (
			select user_id from shop.review_requests where stop_hashes @> ${[hashToken(token)]}::bytea[]
		) returning id`,
	)
}
