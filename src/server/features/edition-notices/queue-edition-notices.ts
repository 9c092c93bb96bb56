import { z } from 'zod'
import { sendEditionNoticeJob } from '#server/features/edition-notices/jobs.ts'
import type { Database } from '#server/platform/db/database.ts'
import { count, exists } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import { addJob } from '#server/platform/jobs/queue.ts'
import { hashToken } from '#server/platform/tokens.ts'
import type { Clock } from '#shared/clock.ts'

/**
 * How long the shop waits after the last start of a server, and after an owner published an edition, before it announces the
 * edition. Until then an owner who published it by mistake can take it back.
 */
const settledMs = 5 * 60_000
const mostPerRun = 300
const secondsApart = 1

const queuedSchema = z.object({ id: z.uuid() })

/**
 * Queues the emails about new editions. Users receive one about each edition of a guide if they asked for these emails, got the
 * guide before the edition came out, and haven't downloaded the edition. Editions from before they asked are not announced.
 */
export async function queueEditionNotices({
	database,
	clock,
}: {
	database: Database
	clock: Clock
}): Promise<void> {
	const now = clock.now()
	await database.asServer(async (tx) => {
		const due = await tx.query(
			sql`
			-- Materialised first: few users have asked for these emails, and only their purchases need to be read.
			with asking as materialized (
				select id, raw_user_meta_data ->> 'edition_notices_since' as since from auth.users
				where raw_user_meta_data ? 'edition_notices_since' and email is not null and email_confirmed_at is not null
			)
			insert into shop.edition_notices (user_id, catalogue_id, edition, queued_at)
			select distinct p.user_id, p.catalogue_id, product.edition, ${now}::timestamptz
			from asking
			join public.purchases p on p.user_id = asking.id
			join public.products product on product.id = p.catalogue_id
			where product.updated_at <= ${new Date(now.getTime() - settledMs)}
				and not product.withdrawn and not product.coming_soon
				and p.status = 'completed' and to_char(p.created_at at time zone 'UTC', 'YYYY-MM-DD') < product.edition
				and product.edition >= asking.since
				and not exists (
					select from shop.documents d
					where d.kind = 'product' and d.id = product.id and d.decisions -> 'edition' @> jsonb_build_object('date', product.edition, 'tells', false)
				)
				and not exists (
					select from shop.edition_notices n
					where n.user_id = p.user_id and n.catalogue_id = p.catalogue_id and n.edition = product.edition
				)
				and not exists (
					select from public.downloads d
					where d.user_id = p.user_id and d.catalogue_id = p.catalogue_id and d.edition = product.edition
				)
			limit ${mostPerRun}
			on conflict do nothing
			returning id`,
			queuedSchema,
		)
		for (const [index, { id }] of due.entries())
			await addJob(tx, sendEditionNoticeJob, { noticeId: id }, { afterSeconds: index * secondsApart })
	})
}

/** Counts the users who would be emailed if an edition of a guide with this date came out now. */
export async function countToBeTold(
	database: Pick<Database, 'query'>,
	{ productId, edition }: { productId: string; edition: string },
): Promise<number> {
	return await count(
		database,
		sql`
		with asking as materialized (
			select id from auth.users
			where raw_user_meta_data ->> 'edition_notices_since' <= ${edition} and email is not null and email_confirmed_at is not null
		)
		select count(distinct p.user_id)::integer as count
		from asking join public.purchases p on p.user_id = asking.id
		where p.catalogue_id = ${productId} and p.status = 'completed'
			and to_char(p.created_at at time zone 'UTC', 'YYYY-MM-DD') < ${edition}
			and not exists (
				select from shop.edition_notices n
				where n.user_id = p.user_id and n.catalogue_id = p.catalogue_id and n.edition = ${edition}
			)
			and not exists (
				select from public.downloads d
				where d.user_id = p.user_id and d.catalogue_id = p.catalogue_id and d.edition = ${edition}
			)`,
	)
}

/** Stops the emails about new editions to the user who received this token. Can be repeated. Returns false if the token is unknown. */
export async function stopEditionNotices(database: Pick<Database, 'query'>, token: string): Promise<boolean> {
	return await exists(
		database,
		sql`
		update auth.users set raw_user_meta_data = raw_user_meta_data - 'edition_notices_since', updated_at = now()
		where id = (
			select user_id from shop.edition_notices where stop_hashes @> ${[hashToken(token)]}::bytea[]
		) returning id`,
	)
}
