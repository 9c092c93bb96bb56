import type { Database } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { type ReviewSummary, summarySchema } from '#shared/shop-state.ts'

/** How many reviews a page contains before more are loaded. */
const reviewsAtFirst = 10

/** Reads a summary for each guide that has a review, hidden ones included. */
export async function readReviewSummaries(database: Pick<Database, 'query'>): Promise<ReviewSummary[]> {
	return await database.query(
		sql`
		with shown as (
			select catalogue_id, count(*)::integer as count, avg(rating)::float8 as average,
				array[
					count(*) filter (where rating = 1), count(*) filter (where rating = 2), count(*) filter (where rating = 3),
					count(*) filter (where rating = 4), count(*) filter (where rating = 5)
				]::integer[] as stars
			from public.published_reviews group by catalogue_id
		), hidden as (
			select catalogue_id, jsonb_object_agg(hidden_reason, reviews) as hidden
			from (
				select catalogue_id, hidden_reason, count(*) as reviews from public.reviews
				where hidden_at is not null group by catalogue_id, hidden_reason
			) counted
			group by catalogue_id
		)
		select catalogue_id, coalesce(count, 0) as count, coalesce(average, 0) as average,
			coalesce(stars, '{0,0,0,0,0}') as stars, coalesce(hidden, '{}') as hidden,
			array(
				select to_jsonb(r) from public.published_reviews r where r.catalogue_id = guide.catalogue_id
				order by serial desc limit ${reviewsAtFirst}
			) as newest
		from (shown full join hidden using (catalogue_id)) guide order by catalogue_id`,
		summarySchema,
	)
}
