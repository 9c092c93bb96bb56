import { sql } from '#server/platform/db/sql.ts'

/** Selects the products that owners have released, including those that the catalogue has released since. */
export const ownerReleases = sql`
	select catalogue_id, file_name, edition from shop.releases where taken_back_at is null`
