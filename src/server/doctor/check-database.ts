import { readdir } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type pg from 'pg'
import { z } from 'zod'
import { asOwner } from '#server/doctor/as-owner.ts'
import type { Finding } from '#server/doctor/finding.ts'

const about = 'Database'
const migrationsFolder = fileURLToPath(new URL('../../../migrations', import.meta.url))

const serverSchema = z.object({ version: z.coerce.number(), name: z.string() })
const roleSchema = z.object({ rolname: z.string(), rolsuper: z.boolean(), rolbypassrls: z.boolean() })
const oldestVersion = 160_000

/** Whether the database can be reached, is of today's shape, and keeps its logins apart. `ownerUrl` is its owner's. */
export async function checkDatabase(ownerUrl: string): Promise<Finding[]> {
	return await asOwner(ownerUrl, async (owner) => [
		await checkVersion(owner),
		await checkMigrations(owner),
		await checkRoles(owner),
	])
}

async function checkVersion(owner: pg.Client): Promise<Finding> {
	const { rows } = await owner.query(
		"select current_setting('server_version_num') as version, current_database() as name",
	)
	const { version, name } = serverSchema.parse(rows[0])
	const says = `"${name}" answers, PostgreSQL ${Math.floor(version / 10_000)}.${version % 10_000}`
	if (version >= oldestVersion) return { level: 'ok', about, says }
	return { level: 'fault', about, says, todo: 'Use PostgreSQL 16 or later.' }
}

async function checkMigrations(owner: pg.Client): Promise<Finding> {
	const wanted = (await readdir(migrationsFolder))
		.filter((name) => name.endsWith('.sql'))
		.map((name) => name.replace(/\.sql$/, ''))
	const { rows } = await owner
		.query<{ name: string }>('select name from migrations.migrations')
		.catch(noneYet)
	const done = new Set(rows.map(({ name }) => name))
	const missing = wanted.filter((name) => !done.has(name))
	if (missing.length === 0) return { level: 'ok', about, says: `all ${wanted.length} migrations are done` }
	return {
		level: 'fault',
		about,
		says: `${missing.length} of ${wanted.length} migrations are not done: ${missing.join(', ')}`,
		todo: 'Start the shop of this version once: it migrates its database at each start.',
	}
}

function noneYet(error: unknown): { rows: [] } {
	if (error instanceof Error && 'code' in error && error.code === '42P01') return { rows: [] }
	throw error
}

/** No login of the run time may stand above row level security. */
async function checkRoles(owner: pg.Client): Promise<Finding> {
	const { rows } = await owner.query(`
		select rolname, rolsuper, rolbypassrls from pg_roles r
		where rolname in ('anon', 'authenticated', 'shop_jobs')
			or (rolcanlogin and exists (
				select from pg_auth_members m join pg_roles g on g.oid = m.roleid
				where m.member = r.oid and g.rolname in ('anon', 'authenticated', 'shop_jobs') and not r.rolsuper))`)
	const roles = rows.map((row) => roleSchema.parse(row))
	const missing = ['anon', 'authenticated', 'shop_jobs'].filter(
		(name) => !roles.some(({ rolname }) => rolname === name),
	)
	if (missing.length > 0)
		return {
			level: 'fault',
			about,
			says: `roles are missing: ${missing.join(', ')}`,
			todo: 'Start the shop once: it makes its roles.',
		}
	const above = roles.filter(({ rolsuper, rolbypassrls }) => rolsuper || rolbypassrls)
	if (above.length === 0)
		return { level: 'ok', about, says: 'its roles are there, and none stands above row level security' }
	const names = above.map(({ rolname }) => rolname).join(', ')
	return {
		level: 'fault',
		about,
		says: `${names} may pass by row level security`,
		todo: `Take SUPERUSER and BYPASSRLS from ${names}.`,
	}
}
