import { z } from 'zod'
import { mailsPerMinute } from '#server/features/mailing-lists/mailing-list.ts'
import { defineUserList, recipient } from '#server/features/mailing-lists/user-list.ts'
import type { Database } from '#server/platform/db/database.ts'
import { count } from '#server/platform/db/rows.ts'
import { type Sql, sql } from '#server/platform/db/sql.ts'
import { mailButton, mailCover, mailParagraph } from '#server/shop/emails/mail-parts.ts'
import { noNews } from '#server/shop/failed-job-words.ts'
import { isOffSaleSql } from '#server/shop/products.ts'

/**
 * How long the shop waits after the last start of a server, and after an owner published an edition, before it announces the
 * edition. Until then an owner who published it by mistake can take it back.
 */
const settledMs = 5 * 60_000

/** The condition that a product has new editions: it is on offer, or an owner has only taken it off sale. */
const isLookedAfter = sql`(not product.withdrawn or ${isOffSaleSql(sql`product.id`)})`

/** Returns the condition that the user of a purchase `p` got the guide before an edition, and has neither been told of it nor downloaded it. */
const lacks = (edition: Sql) => sql`(
	p.status = 'completed' and to_char(p.created_at at time zone 'UTC', 'YYYY-MM-DD') < ${edition}
	and not exists (
		select from shop.outbox m
		where m.list = 'editions' and m.user_id = p.user_id and m.about = p.catalogue_id || ' ' || ${edition}
	)
	and not exists (
		select from public.downloads d
		where d.user_id = p.user_id and d.catalogue_id = p.catalogue_id and d.edition = ${edition}
	)
)`

/**
 * The emails about new editions. Users receive one about each edition of a guide if they asked for these emails, got the guide before
 * the edition came out, and haven't downloaded the edition. Editions from before they asked are not announced. Nothing is sent to users
 * who no longer have the guide, nor if a newer edition has come out since the email was queued.
 */
export const editionNotices = defineUserList({
	name: 'editions',
	job: 'send-edition-notice',
	whenFailed: { what: 'A customer was not emailed about a new edition', ...noNews },
	payload: z.object({ noticeId: z.uuid() }),
	which: ({ noticeId }) => sql`m.id = ${noticeId}`,
	queue: (now) => sql`
		-- Materialised first: few users have asked for these emails, and only their purchases need to be read.
		with asking as materialized (
			select id, raw_user_meta_data ->> 'edition_notices_since' as since from auth.users
			where raw_user_meta_data ? 'edition_notices_since' and email is not null and email_confirmed_at is not null
		)
		insert into shop.outbox (list, user_id, about, queued_at)
		select distinct 'editions', p.user_id, p.catalogue_id || ' ' || product.edition, ${now}::timestamptz
		from asking
		join public.purchases p on p.user_id = asking.id
		join public.products product on product.id = p.catalogue_id
		where product.updated_at <= ${new Date(now.getTime() - settledMs)} and ${isLookedAfter} and not product.coming_soon
			and product.edition >= asking.since and ${lacks(sql`product.edition`)}
			and not exists (
				select from shop.documents d
				where d.kind = 'product' and d.id = product.id
					and d.decisions -> 'edition' @> jsonb_build_object('date', product.edition, 'tells', false)
			)
		limit ${mailsPerMinute}
		on conflict do nothing
		returning id as "noticeId"`,
	from: sql`public.products product`,
	may: () => sql`
		product.id || ' ' || product.edition = m.about and ${isLookedAfter}
		and u.raw_user_meta_data ->> 'edition_notices_since' is not null
		and exists (
			select from public.purchases p
			where p.user_id = m.user_id and p.catalogue_id = product.id and p.status = 'completed'
		)`,
	columns: sql`m.id, product.edition, product.title, product.slug`,
	facts: z.object({
		...recipient,
		id: z.string(),
		edition: z.string(),
		title: z.string(),
		slug: z.string(),
	}),
	stopped: sql`raw_user_meta_data - 'edition_notices_since'`,
	texts: (all) => all.edition_notice,
	letter: ({ facts: { id, edition, title }, words, product, siteUrl }) => {
		const editions = [product?.ownerEdition, product?.edition, ...(product?.earlierEditions ?? [])]
		const changes = editions.find((one) => one?.date === edition)?.changes
		return {
			id: `edition-${id}`,
			subject: words.subject,
			title: words.title,
			preheader: words.lead,
			body: [
				mailParagraph(words.lead),
				changes === undefined ? undefined : mailParagraph(changes),
				mailCover({ product, title }),
				mailButton({ href: `${siteUrl}/account/guides`, label: words.button }),
			],
		}
	},
})

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
		where p.catalogue_id = ${productId} and ${lacks(sql`${edition}::text`)}`,
	)
}
