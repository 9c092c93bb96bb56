import { z } from 'zod'
import type { Database } from '#server/platform/db/database.ts'
import { maybeOne } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import { guidesOf } from '#server/shop/bundles-on-sale.ts'
import { openedSchema } from '#shared/admin/customers.ts'
import { describeOpening } from '#shared/admin/opening.ts'
import { momentOf } from '#shared/dates.ts'

/**
 * The way in which a file reached the buyer, with `d` for the row of `public.downloads`: they read it online, pressed a button, or
 * a page started the download by itself; null for downloads from before this was recorded. Only editions to read online are JSON.
 */
export const wayOfDownload = sql`case
	when d.file_name ~ '[.]json$' then 'read'
	when d.automatic then 'automatic'
	when not d.automatic then 'pressed'
end`

/**
 * An array of the guides that a purchase delivers, with `p` for its row, and whether its buyer has opened each. A download that a
 * page started by itself doesn't count as opening the guide; one from before this was recorded does.
 */
export const openedGuides = sql`array(
	select jsonb_build_object(
		'guide', coalesce((select title from public.products where id = guide.catalogue_id), guide.catalogue_id),
		'opened', count(d.way) filter (where d.way <> 'automatic'),
		'opened_at', max(d.at) filter (where d.way <> 'automatic'),
		'automatic', count(d.way) filter (where d.way = 'automatic')
	)
	from (${guidesOf(sql`p.catalogue_id`)}) guide
	left join lateral (
		select d.at, coalesce(${wayOfDownload}, 'unknown') as way
		from public.downloads d where d.user_id = p.user_id and d.catalogue_id = guide.catalogue_id
	) d on true
	group by guide.catalogue_id order by 1
)`

/** Says for each guide of a purchase whether its buyer has opened it. */
export async function describeOpenings(
	database: Pick<Database, 'query'>,
	purchaseId: string,
): Promise<string[]> {
	const row = await maybeOne(
		database,
		sql`select ${openedGuides} as guides from public.purchases p where p.id = ${purchaseId} and p.user_id is not null`,
		z.object({ guides: openedSchema }),
	)
	return (row?.guides ?? []).map(
		(guide) =>
			`${guide.guide}: ${describeOpening({ ...guide, last: guide.opened_at && momentOf(new Date(guide.opened_at)) })}.`,
	)
}
