import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { z } from 'zod'
import type { Finding } from '#server/operations/doctor/finding.ts'
import { errorCode } from '#server/platform/app-error.ts'
import { openDatabase } from '#server/platform/db/database.ts'
import { findObstacle, versionName } from '#server/platform/db/find-obstacle.ts'
import { type Logins, userOf } from '#server/platform/db/logins.ts'
import { listMigrations } from '#server/platform/db/migrate.ts'
import { count } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import { findQuarantine, type ThisSite } from '#server/shop/live-site.ts'
import { counted } from '#shared/wording.ts'

const about = 'Database'

const migrationSchema = z.object({ name: z.string() })
const serverSchema = z.object({ version: z.coerce.number(), name: z.string() })
const roleSchema = z.object({ rolname: z.string(), rolsuper: z.boolean(), rolbypassrls: z.boolean() })

/** Checks that the database is up to date, and that its two logins work and cannot bypass row level security. */
export async function checkDatabase(ownerUrl: string, logins: Logins): Promise<Finding[]> {
	const findings = await withClient(ownerUrl, async (owner) => {
		const server = await checkServer(owner)
		if (server.level === 'error') return [server]
		return [server, await checkMigrations(owner), await checkRoles(owner, logins)]
	})
	// The further checks would only repeat this error in other words.
	if (findings.length === 1) return findings
	return [
		...findings,
		await checkLogin('API', logins.apiUrl, 'DATABASE_API_URL'),
		await checkLogin('jobs', logins.jobsUrl, 'DATABASE_JOBS_URL'),
	]
}

async function checkServer(owner: pg.Client): Promise<Finding> {
	const obstacle = await findObstacle(owner, [])
	if (obstacle !== undefined) return { level: 'error', about, ...obstacle }
	const { rows } = await owner.query(
		"select current_setting('server_version_num') as version, current_database() as name",
	)
	const { version, name } = serverSchema.parse(rows[0])
	return { level: 'ok', about, says: `"${name}" answers, PostgreSQL ${versionName(version)}` }
}

async function checkMigrations(owner: pg.Client): Promise<Finding> {
	const wanted = await listMigrations()
	const { rows } = await owner.query('select name from migrations.migrations').catch(noneYet)
	const done = new Set(rows.map((row) => migrationSchema.parse(row).name))
	const missing = wanted.filter((name) => !done.has(name))
	if (missing.length === 0) return { level: 'ok', about, says: `all ${wanted.length} migrations have run` }
	return {
		level: 'error',
		about,
		says: `${missing.length} of ${wanted.length} migrations have not run: ${missing.join(', ')}`,
		todo: 'Start this version of the shop once: it migrates its database at each start.',
	}
}

function noneYet(error: unknown): { rows: [] } {
	if (errorCode(error) === '42P01') return { rows: [] }
	throw error
}

/** Checks that no role which serves requests or runs jobs may bypass row level security. */
async function checkRoles(owner: pg.Client, { apiUrl, jobsUrl }: Logins): Promise<Finding> {
	const wanted = ['anon', 'authenticated', 'shop_jobs', userOf(apiUrl), userOf(jobsUrl)]
	const { rows } = await owner.query(
		'select rolname, rolsuper, rolbypassrls from pg_roles where rolname = any ($1)',
		[wanted],
	)
	const roles = rows.map((row) => roleSchema.parse(row))
	const missing = wanted.filter((name) => !roles.some(({ rolname }) => rolname === name))
	if (missing.length > 0)
		return {
			level: 'error',
			about,
			says: `roles are missing: ${missing.join(', ')}`,
			todo: 'Start the shop once: it creates its roles.',
		}
	const above = roles.filter(({ rolsuper, rolbypassrls }) => rolsuper || rolbypassrls)
	if (above.length === 0)
		return { level: 'ok', about, says: 'its roles exist, and none bypasses row level security' }
	const names = above.map(({ rolname }) => rolname).join(', ')
	return {
		level: 'error',
		about,
		says: `row level security does not apply to ${names}`,
		todo: `Take SUPERUSER and BYPASSRLS from ${names}, or give the shop another login.`,
	}
}

async function checkLogin(name: string, url: string, setting: string): Promise<Finding> {
	const login = `the ${name} login ${userOf(url)}`
	try {
		await withClient(url, (client) => client.query('select'))
		return { level: 'ok', about, says: `${login} can sign in` }
	} catch (error) {
		return {
			level: 'error',
			about,
			says: `${login} cannot sign in: ${error instanceof Error ? error.message : String(error)}`,
			todo: `Check ${setting} if you have set it. If not, restart the shop: it sets the passwords of its logins.`,
		}
	}
}

/**
 * Checks that the shop can read from the replica. Waits for a while, because a replica that has just been opened may still be
 * behind.
 */
export async function checkReplica(
	logins: Logins,
	replicaUrl: string,
	patienceMs = 10_000,
): Promise<Finding[]> {
	const used = Promise.withResolvers<undefined>()
	let reason = 'it does not answer'
	const database = openDatabase({
		...logins,
		replicaUrl,
		onReplica: (isUsed, why) => {
			if (isUsed) used.resolve(undefined)
			else reason = why
		},
		onError: () => {},
	})
	try {
		const late = await Promise.race([used.promise, pause(patienceMs, 'late', { ref: false })])
		if (late === undefined)
			return [{ level: 'ok', about, says: 'the read replica answers, and is up to date' }]
		return [
			{
				level: 'warning',
				about,
				says: `the read replica is not used: ${reason}`,
				todo: 'Check DATABASE_READ_URL and the replication. Until then the main database answers every request.',
			},
		]
	} finally {
		await database.close()
	}
}

/** Runs `work` on a separate connection. Rejects with the reason if it cannot connect. */
export async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
	const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 })
	client.on('error', () => {})
	await client.connect()
	try {
		return await work(client)
	} finally {
		await client.end()
	}
}

/** Checks that the shop may act on the database, and that a shop with a live key has no sales that were paid with test cards. */
export async function checkStage(jobsUrl: string, site: ThisSite, isLiveKey: boolean): Promise<Finding[]> {
	const database = openDatabase({ apiUrl: jobsUrl, jobsUrl, onError: () => {} })
	try {
		const quarantine = await findQuarantine(database, site)
		if (quarantine !== undefined) return [{ level: 'error', about, ...quarantine.obstacle }]
		if (!isLiveKey) return []
		const testSales = await count(
			database,
			sql`
			select count(*)::integer as count from public.purchases
			where status = 'completed' and starts_with(stripe_session_id, 'cs_test_')`,
		)
		if (testSales === 0) return []
		return [
			{
				level: 'warning',
				about,
				says: `${counted(testSales, 'purchase')} paid in test mode ${testSales === 1 ? 'counts as a sale' : 'count as sales'}`,
				todo: 'Go live with an empty database, before anyone has bought anything.',
			},
		]
	} finally {
		await database.close()
	}
}
