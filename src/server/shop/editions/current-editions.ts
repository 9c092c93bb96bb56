import { z } from 'zod'
import type { Database } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'

/** Selects, for each guide, the edition that an owner has published and that customers get now. */
export const ownerEditions = sql`
	select * from (
		select distinct on (catalogue_id) id, catalogue_id, file_name, sha256, edition, changes, tells, of_catalogue
		from shop.editions where published_at is not null and ended_at is null order by catalogue_id, published_at desc
	) newest where not of_catalogue`

const editionSchema = z.object({ slug: z.string(), edition: z.string(), changes: z.string() })
export type ShownEdition = z.infer<typeof editionSchema>

/**
 * Returns the editions that owners have published. The pages need these because they were built with the catalogue's editions.
 */
export async function readShownEditions(database: Pick<Database, 'query'>): Promise<ShownEdition[]> {
	return await database.query(
		sql`
		select p.slug, e.edition, e.changes from (${ownerEditions}) e join public.products p on p.id = e.catalogue_id
		where not p.withdrawn and p.file_name = e.file_name order by p.id`,
		editionSchema,
	)
}
