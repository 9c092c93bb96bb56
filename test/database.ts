import { randomBytes } from 'node:crypto'
import pg from 'pg'
import type { Logins } from '#server/platform/db/logins.ts'
import { migrateDatabase } from '#server/platform/db/migrate.ts'

export interface TestDatabase {
	/** Connection string of its owner, who has CREATEROLE and is not a superuser, as docs/operating.md asks. */
	ownerUrl: string
	logins: Logins
	/** Connection string of the cluster's superuser, for reading what no login of the shop may see. */
	superuserUrl: string
	drop(): Promise<void>
}

const template = 'shop_template'
const owner = { name: 'shop_owner', password: 'test-owner' }
const templateLock = 1

/** Creates a database for one test file, copied from a template that is migrated once per run. */
export async function createTestDatabase(superuserUrl: string): Promise<TestDatabase> {
	const name = `shop_${randomBytes(6).toString('hex')}`
	await asSuperuser(superuserUrl, async (client) => {
		await client.query('select pg_advisory_lock($1)', [templateLock])
		await prepareTemplate(client, superuserUrl)
		// Copying the files takes half the time of copying each block through the log.
		await client.query(`create database ${name} template ${template} owner ${owner.name} strategy file_copy`)
	})
	const login = (url: string) => withDatabase(url, name)
	const logins = loginsOf(superuserUrl)
	return {
		...databaseNamed(name, superuserUrl),
		logins: { apiUrl: login(logins.apiUrl), jobsUrl: login(logins.jobsUrl) },
	}
}

export type EmptyDatabase = Omit<TestDatabase, 'logins'>

/** Creates a database like those of a managed PostgreSQL: empty, with an owner who has CREATEROLE and is not a superuser. */
export async function createEmptyDatabase(superuserUrl: string): Promise<EmptyDatabase> {
	const name = `shop_${randomBytes(6).toString('hex')}`
	await asSuperuser(superuserUrl, async (client) => {
		await client.query('select pg_advisory_lock($1)', [templateLock])
		await makeOwner(client)
		await client.query(`create database ${name} owner ${owner.name}`)
	})
	return databaseNamed(name, superuserUrl)
}

function databaseNamed(name: string, superuserUrl: string): EmptyDatabase {
	return {
		ownerUrl: withDatabase(ownerUrlOf(superuserUrl), name),
		superuserUrl: withDatabase(superuserUrl, name),
		drop: () =>
			asSuperuser(superuserUrl, async (client) => {
				await client.query(`drop database ${name} with (force)`)
			}),
	}
}

async function makeOwner(client: pg.Client): Promise<void> {
	const found = await client.query('select from pg_roles where rolname = $1', [owner.name])
	if (found.rowCount !== 0) return
	await client.query(`create role ${owner.name} login createrole password '${owner.password}'`)
}

async function prepareTemplate(client: pg.Client, superuserUrl: string): Promise<void> {
	const found = await client.query('select from pg_database where datname = $1', [template])
	if (found.rowCount !== 0) return
	await makeOwner(client)
	await client.query(`create database ${template}_new owner ${owner.name}`)
	const logins = loginsOf(superuserUrl)
	for (const url of [logins.apiUrl, logins.jobsUrl]) {
		const { username, password } = new URL(url)
		await client.query(`create role ${username} login noinherit password '${password}'`)
	}
	const inTemplate = (url: string) => withDatabase(url, `${template}_new`)
	await migrateDatabase({
		ownerUrl: inTemplate(ownerUrlOf(superuserUrl)),
		apiUrl: inTemplate(logins.apiUrl),
		jobsUrl: inTemplate(logins.jobsUrl),
		log: () => {},
	})
	// Renamed only when complete, so that an interrupted run leaves no partial template behind.
	await client.query(`alter database ${template}_new rename to ${template}`)
}

async function asSuperuser<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
	const client = new pg.Client({ connectionString: withDatabase(url, 'postgres') })
	await client.connect()
	try {
		return await work(client)
	} finally {
		await client.end()
	}
}

function ownerUrlOf(superuserUrl: string): string {
	return withUser(superuserUrl, owner.name, owner.password)
}

function loginsOf(superuserUrl: string): Logins {
	return {
		apiUrl: withUser(superuserUrl, 'shop_api', 'test-api'),
		jobsUrl: withUser(superuserUrl, 'shop_worker', 'test-jobs'),
	}
}

function withUser(url: string, username: string, password: string): string {
	return Object.assign(new URL(url), { username, password }).href
}

function withDatabase(url: string, name: string): string {
	return Object.assign(new URL(url), { pathname: `/${name}` }).href
}
