import type { Database } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'

/** Adds the first owner of the admin, who then invites everybody else. */
export const addOwnerCommand = 'npm run admin -- add-member <your email> --role owner --by <your name>'

/** Returns whether anybody owns the shop's admin. */
export async function hasOwner(database: Pick<Database, 'query'>): Promise<boolean> {
	const found = await database.query(sql`select from auth.staff where role = 'owner' limit 1`)
	return found.length > 0
}
