import { reading } from '#server/admin-api/operation.ts'
import { sql } from '#server/platform/db/sql.ts'
import { countsApi } from '#shared/admin/counts.ts'

const countsSchema = countsApi['release-notices'].output.shape.rows.element

/** Nobody needs to see the addresses themselves. */
export const releaseNotices = reading(countsApi['release-notices'], {
	does: 'counts the people who want to be told when a product that is coming soon is out',
	roles: ['owner', 'helper', 'accountant'],
	read: async ({ database }) => ({
		rows: await database.query(
			sql`
			select p.title as product, count(*)::integer as asked, count(n.confirmed_at)::integer as confirmed,
				(count(*) filter (
					where n.confirmed_at is not null and n.sent_at is null and n.unsubscribed_at is null
				))::integer as waiting,
				count(n.sent_at)::integer as sent, count(n.unsubscribed_at)::integer as unsubscribed
			from shop.release_notices n join public.products p on p.id = n.catalogue_id
			group by p.id, p.title order by waiting desc, p.title`,
			countsSchema,
		),
	}),
})
