import type { Database } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import type { SitePart } from '#shared/site.ts'

/** Returns the part of the pages that offers campus login, once a university is set up whose members it could be for. */
export async function readCampusParts({ query }: Pick<Database, 'query'>): Promise<readonly SitePart[]> {
	const [found] = await query(sql`
		select from auth.sso_providers p join auth.sso_domains d on d.sso_provider_id = p.id where not p.disabled limit 1`)
	return found === undefined ? [] : ['campus-sign-in']
}
