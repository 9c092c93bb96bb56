import { z } from 'zod'
import { site } from '#catalogue/site.ts'
import type { Database } from '#server/platform/db/database.ts'
import { maybeOne } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import { shopNameSchema } from '#shared/content/site-words.ts'

/** Reads what the shop is called. Until an owner publishes another name, it has that of the starter shop. */
export async function readShopName(database: Pick<Database, 'query'>): Promise<string> {
	const row = await maybeOne(
		database,
		sql`select published ->> 'name' as name from shop.documents where kind = 'site' and id = 'site'`,
		z.object({ name: z.unknown() }),
	)
	return shopNameSchema.safeParse(row?.name).data ?? site.name
}

/** Reads it as text messages say it, whose price curly apostrophes and dashes would double. */
export async function readPlainShopName(database: Pick<Database, 'query'>): Promise<string> {
	return (await readShopName(database)).replaceAll('’', "'").replaceAll('–', '-')
}
