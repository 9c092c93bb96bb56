import { connect, createServer } from 'node:net'
import { Transform } from 'node:stream'
import { expect, inject, onTestFinished, test } from 'vitest'
import { checkDatabase } from '#server/operations/doctor/check-database.ts'
import { listMigrations, migrateDatabase } from '#server/platform/db/migrate.ts'
import { createEmptyDatabase, type EmptyDatabase } from '#test/database.ts'
import { runStatement } from '#test/run-statement.ts'

async function emptyDatabase(): Promise<EmptyDatabase> {
	const database = await createEmptyDatabase(inject('databaseUrl'))
	onTestFinished(() => database.drop())
	return database
}

/** Makes a role for one test, as an administrator of the server would. */
async function makeRole(database: EmptyDatabase, attributes: string): Promise<string> {
	const name = `role_${crypto.randomUUID().slice(0, 8)}`
	await runStatement(database.superuserUrl, `create role ${name} login password 'secret-word' ${attributes}`)
	return name
}

const asRole = (url: string, username: string, password = 'secret-word') =>
	Object.assign(new URL(url), { username, password }).href

async function refusal(
	ownerUrl: string,
	logins: { apiUrl?: string; jobsUrl?: string } = {},
): Promise<string> {
	const reason: unknown = await migrateDatabase({
		ownerUrl,
		apiUrl: logins.apiUrl,
		jobsUrl: logins.jobsUrl,
		log: () => {},
	}).catch((error: unknown) => error)
	if (!(reason instanceof Error)) throw new Error('the database was accepted')
	return reason.message
}

const schemas = ({ superuserUrl }: EmptyDatabase) =>
	runStatement(
		superuserUrl,
		"select nspname from pg_namespace where nspname in ('migrations', 'shop', 'auth')",
	)

/** Starts a proxy that changes the version in the real server's answers, and returns the proxy's address. */
async function withVersion({ ownerUrl }: EmptyDatabase, version: string): Promise<string> {
	const [row] = await runStatement(ownerUrl, "select current_setting('server_version_num') as version")
	const server = createServer((client) => {
		const upstream = connect(Number(new URL(ownerUrl).port), '127.0.0.1')
		for (const socket of [client, upstream]) socket.on('error', () => socket.destroy())
		client.pipe(upstream)
		const rename = new Transform({
			transform: (chunk: Buffer, _encoding, done) =>
				done(null, Buffer.from(chunk.toString('latin1').replaceAll(String(row?.version), version), 'latin1')),
		})
		upstream.pipe(rename).pipe(client)
	})
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
	onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())))
	const address = server.address()
	if (address === null || typeof address === 'string') throw new Error('not listening on a port')
	return Object.assign(new URL(ownerUrl), { port: String(address.port), search: '' }).href
}

test('PostgreSQL 15 is refused before any migration runs, in one sentence that names the setting', async () => {
	const database = await emptyDatabase()
	const url = await withVersion(database, '150013')
	expect(await refusal(url)).toBe(
		'DATABASE_URL leads to PostgreSQL 15.13, and the shop needs 16 or later. Upgrade that server, or set DATABASE_URL to another one.',
	)
	expect(await schemas(database)).toEqual([])
})

test('a database owner without CREATEROLE is refused before any migration runs', async () => {
	const database = await emptyDatabase()
	const name = await makeRole(database, '')
	const path = new URL(database.ownerUrl).pathname.slice(1)
	await runStatement(database.superuserUrl, `alter database ${path} owner to ${name}`)
	const url = asRole(database.ownerUrl, name)
	expect(await refusal(url)).toBe(
		`"${name}" in DATABASE_URL may not create roles, and the shop needs two. Run this as an administrator of the server: alter role "${name}" createrole;`,
	)
	expect(await schemas(database)).toEqual([])
	const findings = await checkDatabase(url, { apiUrl: url, jobsUrl: url })
	expect(findings).toContainEqual(
		expect.objectContaining({ level: 'error', says: expect.stringContaining('may not create roles') }),
	)
})

test('a login that does not own the database is refused before any migration runs', async () => {
	const database = await emptyDatabase()
	const name = await makeRole(database, 'createrole')
	const path = new URL(database.ownerUrl).pathname.slice(1)
	expect(await refusal(asRole(database.ownerUrl, name))).toBe(
		`"${name}" in DATABASE_URL does not own the database "${path}". Run this as an administrator of the server: alter database "${path}" owner to "${name}";`,
	)
	expect(await schemas(database)).toEqual([])
})

test('a database owner who may not grant roles that another shop made is refused, and the error contains the statement that allows it', async () => {
	const database = await emptyDatabase()
	await migrateDatabase({ ownerUrl: database.ownerUrl, apiUrl: undefined, jobsUrl: undefined, log: () => {} })
	const second = await emptyDatabase()
	const name = await makeRole(second, 'createrole')
	const path = new URL(second.ownerUrl).pathname.slice(1)
	await runStatement(second.superuserUrl, `alter database ${path} owner to ${name}`)
	expect(await refusal(asRole(second.ownerUrl, name))).toBe(
		`"${name}" in DATABASE_URL may not grant anon, authenticated, shop_jobs, which another role created on this server. Run this as an administrator of the server: grant anon, authenticated, shop_jobs to "${name}" with admin option;`,
	)
	expect(await schemas(second)).toEqual([])
	await runStatement(second.superuserUrl, `grant anon, authenticated, shop_jobs to ${name} with admin option`)
	await migrateDatabase({
		ownerUrl: asRole(second.ownerUrl, name),
		apiUrl: undefined,
		jobsUrl: undefined,
		log: () => {},
	})
	expect(await schemas(second)).toHaveLength(3)
})

test('if the owner’s run-time login cannot sign in, the error names the setting but not the password', async () => {
	const database = await emptyDatabase()
	const name = await makeRole(database, '')
	const message = await refusal(database.ownerUrl, {
		apiUrl: asRole(database.ownerUrl, name, 'wrong-word'),
	})
	expect(message).toMatch(
		new RegExp(
			`^The login "${name}" cannot sign in: password authentication failed .*\\. Check DATABASE_API_URL\\.$`,
		),
	)
	expect(message).not.toContain('wrong-word')
})

test('the doctor names the migrations that have not run, and a start names the one that fails', async () => {
	const database = await emptyDatabase()
	const { ownerUrl } = database
	await migrateDatabase({ ownerUrl, apiUrl: undefined, jobsUrl: undefined, log: () => {} })
	const [first] = await listMigrations()
	const inJavaScript = '1795620000000_index-of-parts'
	await runStatement(
		ownerUrl,
		`delete from migrations.migrations where name in ('${first}', '${inJavaScript}')`,
	)
	expect(await checkDatabase(ownerUrl, { apiUrl: ownerUrl, jobsUrl: ownerUrl })).toContainEqual(
		expect.objectContaining({
			level: 'error',
			says: expect.stringMatching(`^2 of \\d+ migrations have not run: ${first}, ${inJavaScript}$`),
		}),
	)
	expect(await refusal(ownerUrl)).toMatch(`The migration ${first} failed: `)
})
