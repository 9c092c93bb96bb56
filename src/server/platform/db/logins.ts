import { createHmac } from 'node:crypto'
import pg from 'pg'
import { z } from 'zod'

export interface Logins {
	/** The API login, which can only become `anon` or `authenticated`. */
	apiUrl: string
	/** The jobs login, which has the grants of `shop_jobs` and owns the queue's schema. */
	jobsUrl: string
}

interface LoginOptions {
	owner: pg.Client
	ownerUrl: string
	/** Logins that the owner has created; undefined for those that the shop creates itself. */
	apiUrl?: string | undefined
	jobsUrl?: string | undefined
}

/**
 * Creates or updates the two run-time logins. Their passwords are derived from the database owner's, so that all servers on one
 * database agree and nothing needs to be stored. Throws an error for the owner to read if the database owner has no password.
 */
export async function prepareLogins({ owner, ownerUrl, apiUrl, jobsUrl }: LoginOptions): Promise<Logins> {
	const database = decodeURIComponent(new URL(ownerUrl).pathname.slice(1))
	const names = loginsToMake({ ownerUrl, apiUrl, jobsUrl })
	const { rows } = await owner.query('select rolname as name from pg_roles where rolname = any ($1)', [names])
	const there = new Set(
		z
			.array(z.object({ name: z.string() }))
			.parse(rows)
			.map(({ name }) => name),
	)
	const logins = preparedLogins({ ownerUrl, apiUrl, jobsUrl })
	const api = pg.escapeIdentifier(userOf(logins.apiUrl))
	const jobs = pg.escapeIdentifier(userOf(logins.jobsUrl))
	const name = pg.escapeIdentifier(database)
	// All in one transaction.
	await owner.query(`
		${names.map((each) => makeLogin(ownerUrl, each, there)).join('')}
		grant anon, authenticated to ${api} with inherit false, set true;
		grant shop_jobs to ${jobs} with inherit true, set false;
		-- The queue makes its own schema; limitLogins then takes the right back.
		grant create on database ${name} to ${jobs};
		-- Of the two, only the jobs login needs temporary tables, for backups.
		grant temporary on database ${name} to ${jobs};
		revoke temporary on database ${name} from public;
		revoke create on schema public from public`)
	return logins
}

/** Takes the right to make schemas from the jobs login, once the queue has made its own. */
export async function limitLogins(
	owner: pg.Client,
	{ ownerUrl, jobsUrl }: { ownerUrl: string; jobsUrl: string },
): Promise<void> {
	const database = decodeURIComponent(new URL(ownerUrl).pathname.slice(1))
	await owner.query(
		`revoke create on database ${pg.escapeIdentifier(database)} from ${pg.escapeIdentifier(userOf(jobsUrl))}`,
	)
}

/** Returns the two logins that a start has prepared, for programs that run beside the server. */
export function preparedLogins({ ownerUrl, apiUrl, jobsUrl }: Omit<LoginOptions, 'owner'>): Logins {
	const database = decodeURIComponent(new URL(ownerUrl).pathname.slice(1))
	return {
		apiUrl: apiUrl ?? derivedLogin(ownerUrl, apiLoginOf(database)).url,
		jobsUrl: jobsUrl ?? derivedLogin(ownerUrl, jobsLoginOf(database)).url,
	}
}

/** Returns the names of the logins that the shop creates itself. */
export function loginsToMake({ ownerUrl, apiUrl, jobsUrl }: Omit<LoginOptions, 'owner'>): string[] {
	const database = decodeURIComponent(new URL(ownerUrl).pathname.slice(1))
	return [
		...(apiUrl === undefined ? [apiLoginOf(database)] : []),
		...(jobsUrl === undefined ? [jobsLoginOf(database)] : []),
	]
}

function apiLoginOf(database: string): string {
	return `${database}_api`
}

/** The group role that holds the grants is called `shop_jobs`, so a database called `shop` needs another name for its login. */
function jobsLoginOf(database: string): string {
	return database === 'shop' ? 'shop_jobs_login' : `${database}_jobs`
}

function derivedLogin(ownerUrl: string, name: string): { url: string; password: string } {
	const url = new URL(ownerUrl)
	// Passwords derived from an empty one would be known to anyone who reads this file.
	if (url.password === '') {
		throw new Error(
			'DATABASE_URL has no password. Create the two run-time logins yourself and set DATABASE_API_URL and DATABASE_JOBS_URL.',
		)
	}
	const password = createHmac('sha256', decodeURIComponent(url.password))
		.update(`headstart login ${name}`)
		.digest('base64url')
	url.username = encodeURIComponent(name)
	url.password = encodeURIComponent(password)
	return { url: url.href, password }
}

/** Returns the statement that creates a login, or gives it its password if it is there. */
function makeLogin(ownerUrl: string, name: string, there: ReadonlySet<string>): string {
	const { password } = derivedLogin(ownerUrl, name)
	const verb = there.has(name) ? 'alter' : 'create'
	return `${verb} role ${pg.escapeIdentifier(name)} login noinherit password ${pg.escapeLiteral(password)};`
}

/** Returns the connection string `url` with the user and password of `other`, unless `url` has its own. */
export function withLoginOf(url: string, other: string): string {
	const whole = new URL(url)
	if (whole.username !== '') return url
	const { username, password } = new URL(other)
	whole.username = username
	whole.password = password
	return whole.href
}

/** Returns the role that a connection string signs in as. */
export function userOf(url: string): string {
	return decodeURIComponent(new URL(url).username)
}
