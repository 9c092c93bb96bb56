import { z } from 'zod'
import type { Database } from '#server/platform/db/database.ts'
import { one } from '#server/platform/db/rows.ts'
import { type Sql, sql } from '#server/platform/db/sql.ts'
import { guidesOf, isBundleSql } from '#server/shop/bundles-on-sale.ts'

/** The steps that the shop's own records show. Product pages seen and sign-ups begun are counted with the page views instead. */
export const steps = [
	/** A Checkout Session was made. Pressing Buy again while it is open returns the same one. */
	'checkout begun',
	/** A paid guide was delivered for the first time. */
	'paid',
	/** A free guide was added to an account. */
	'taken',
	/** A user downloaded a guide, or read it online, for the first time. A free guide can be read without being taken. */
	'downloaded',
	/** An account was confirmed by email. */
	'confirmed by email',
	/** An account was created or confirmed by signing in with Google or another provider. */
	'joined by OAuth',
] as const

export type Step = (typeof steps)[number]

interface SumOptions {
	database: Pick<Database, 'query'>
	/**
	 * How many days to go back from the latest day that has been counted. That day and all later ones are counted again. The
	 * default is forty, because `npm run admin -- rebuild-records` can add purchases of earlier days.
	 */
	daysBack?: number
}

/**
 * Counts the steps of each day in the shop's own records. This way no sale waits for a counter, and no crash loses a count. Can
 * be repeated. A sum never falls. The steps of a deleted account stay counted, although its records are gone.
 */
export async function sumSteps({ database, daysBack = 40 }: SumOptions): Promise<void> {
	const { since: from } = await one(
		database,
		sql`
		select ((coalesce(max(day), '-infinity') - ${daysBack}::integer)::timestamp at time zone 'utc')::text as since from shop.daily_steps`,
		z.object({ since: z.string() }),
	)
	// Passed as a value, so that PostgreSQL can estimate how few rows of each table are newer.
	const since = sql`${from}::timestamptz`
	// With few rows, a look-up for each row is faster. With many rows, an anti-join is faster, although it reads the whole table.
	const none = (rows: Sql) =>
		daysBack === 0 && from !== '-infinity'
			? sql`(select true ${rows} limit 1) is null`
			: sql`not exists (select ${rows})`
	await database.query(sql`
		with fact as (
			select p.created_at as at, 'checkout begun' as step, guide.catalogue_id
			from shop.checkouts c join public.purchases p on p.id = c.purchase_id
			-- The checkout of a bundle counts for each of its guides.
			cross join lateral (${guidesOf(sql`p.catalogue_id`)}) guide
			-- What was created since then was also updated since then, and only the time of the update has an index.
			where c.updated_at >= ${since} and p.created_at >= ${since} and (c.session_id is not null or c.discount_pence = p.price_pence)
			union all
			-- Only the first completion counts: a won dispute or a failed refund completes a purchase again.
			select h.at, case when p.price_pence = 0 and p.part_of is null then 'taken' else 'paid' end, p.catalogue_id
			from shop.purchase_history h join public.purchases p on p.id = h.purchase_id
			where h.at >= ${since} and h.to_status = 'completed' and not ${isBundleSql(sql`p.catalogue_id`)} and ${none(sql`
				from shop.purchase_history earlier
				where earlier.purchase_id = h.purchase_id and earlier.to_status = 'completed' and earlier.id < h.id`)}
			union all
			select d.at, 'downloaded', d.catalogue_id
			from public.downloads d
			where d.at >= ${since} and d.user_id is not null and ${none(sql`
				from public.downloads earlier
				where earlier.user_id = d.user_id and earlier.catalogue_id = d.catalogue_id
					and (earlier.at, earlier.id) < (d.at, d.id)`)}
			union all
			-- Skips deleted users: a deletion removes the details that tell an anonymous user from a confirmed one.
			select a.created_at, case when a.details ? 'provider' then 'joined by OAuth' else 'confirmed by email' end, null
			from auth.audit_log_entries a
			where a.created_at >= ${since} and a.action = 'user_signedup'
				and a.details ->> 'provider' is distinct from 'anonymous'
				and exists (select from auth.users u where u.id = a.user_id)
		)
		insert into shop.daily_steps (day, step, catalogue_id, count)
		select (at at time zone 'utc')::date as day, step, catalogue_id, count(*)
		from fact group by 1, 2, 3 order by 1, 2, 3
		on conflict (day, step, catalogue_id) do update set count = greatest(daily_steps.count, excluded.count)`)
}
