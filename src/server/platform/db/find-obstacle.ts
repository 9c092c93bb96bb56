import type pg from 'pg'
import { z } from 'zod'
import type { Obstacle } from '#server/platform/obstacle.ts'

const oldestVersion = 160_000
const factsSchema = z.object({
	version: z.coerce.number(),
	owner: z.string(),
	database: z.string(),
	may_create_roles: z.boolean(),
	owns_database: z.boolean(),
	foreign_roles: z.array(z.string()),
})

/** Looks for anything that would stop a migration half-way. `logins` are the names of the logins that the shop creates itself. */
export async function findObstacle(
	owner: pg.Client,
	logins: readonly string[],
): Promise<Obstacle | undefined> {
	const { rows } = await owner.query(
		`select current_setting('server_version_num') as version, current_user as owner, d.datname as database,
			o.rolcreaterole or o.rolsuper as may_create_roles, pg_has_role(d.datdba, 'USAGE') as owns_database,
			array(
				select r.rolname::text from pg_roles r
				where r.rolname = any ($1) and not pg_has_role(r.oid, 'USAGE WITH ADMIN OPTION') order by r.rolname
			) as foreign_roles
		from pg_roles o, pg_database d where o.rolname = current_user and d.datname = current_database()`,
		[['anon', 'authenticated', 'shop_jobs', ...logins]],
	)
	const facts = factsSchema.parse(rows[0])
	const { version, database } = facts
	const name = `"${facts.owner}"`
	const administrator = 'Run this as an administrator of the server:'
	if (version < oldestVersion)
		return {
			says: `DATABASE_URL leads to PostgreSQL ${versionName(version)}, and the shop needs 16 or later`,
			todo: 'Upgrade that server, or set DATABASE_URL to another one.',
		}
	if (!facts.may_create_roles)
		return {
			says: `${name} in DATABASE_URL may not create roles, and the shop needs two`,
			todo: `${administrator} alter role ${name} createrole;`,
		}
	if (!facts.owns_database)
		return {
			says: `${name} in DATABASE_URL does not own the database "${database}"`,
			todo: `${administrator} alter database "${database}" owner to ${name};`,
		}
	const roles = facts.foreign_roles.join(', ')
	if (roles !== '')
		return {
			says: `${name} in DATABASE_URL may not grant ${roles}, which another role created on this server`,
			todo: `${administrator} grant ${roles} to ${name} with admin option;`,
		}
	return undefined
}

/** Formats a version number of PostgreSQL, such as 160004 as `16.4`. */
export function versionName(number: number): string {
	return `${Math.floor(number / 10_000)}.${number % 10_000}`
}
