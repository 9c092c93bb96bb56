import pg from 'pg'
import { afterAll, beforeAll, expect, inject, onTestFinished, test } from 'vitest'
import { loginsToMake, prepareLogins } from '#server/platform/db/logins.ts'
import { migrateDatabase } from '#server/platform/db/migrate.ts'
import { createEmptyDatabase, createTestDatabase, type TestDatabase } from '#test/database.ts'
import { runStatement } from '#test/run-statement.ts'

let database: TestDatabase
let owner: pg.Client
beforeAll(async () => {
	database = await createTestDatabase(inject('databaseUrl'))
	owner = new pg.Client(database.ownerUrl)
	await owner.connect()
})
afterAll(async () => {
	await owner.end()
	await database.drop()
})

const prepare = (ownerUrl = database.ownerUrl) =>
	prepareLogins({ owner, ownerUrl, apiUrl: undefined, jobsUrl: undefined })

async function loginOf(url: string): Promise<unknown> {
	const client = new pg.Client(url)
	await client.connect()
	try {
		return (await client.query('select current_user as name')).rows[0]?.name
	} finally {
		await client.end()
	}
}

test('two servers that start on one database use the same two logins', async () => {
	const first = await prepare()
	const second = await prepare()
	expect(second).toEqual(first)
	const name = new URL(database.ownerUrl).pathname.slice(1)
	expect(await loginOf(first.apiUrl)).toBe(`${name}_api`)
	expect(await loginOf(first.jobsUrl)).toBe(`${name}_jobs`)
	expect(new URL(first.apiUrl).password).not.toBe(new URL(first.jobsUrl).password)
})

test('a database owner without a password is refused, because derived passwords could be guessed', async () => {
	const url = new URL(database.ownerUrl)
	url.password = ''
	await expect(prepare(url.href)).rejects.toThrow('DATABASE_URL has no password')
})

test('in a database called shop, the jobs login differs from the group role shop_jobs', () => {
	const made = (name: string) =>
		loginsToMake({
			ownerUrl: `postgres://owner:secret@127.0.0.1/${name}`,
			apiUrl: undefined,
			jobsUrl: undefined,
		})
	expect(made('shop')).toEqual(['shop_api', 'shop_jobs_login'])
	expect(made('store')).toEqual(['store_api', 'store_jobs'])
})

test('the two logins may do no more than the shop needs, also after another start', async () => {
	const empty = await createEmptyDatabase(inject('databaseUrl'))
	onTestFinished(() => empty.drop())
	const start = () => migrateDatabase({ ...empty, apiUrl: undefined, jobsUrl: undefined, log: () => {} })
	const { apiUrl, jobsUrl } = await start()
	for (const _ of ['after the first start', 'after another']) {
		for (const url of [apiUrl, jobsUrl]) {
			await expect(runStatement(url, 'create schema evil')).rejects.toThrow('permission denied')
			await expect(runStatement(url, 'create table public.evil (id integer)')).rejects.toThrow(
				'permission denied',
			)
		}
		await expect(runStatement(apiUrl, 'create temp table evil (id integer)')).rejects.toThrow(
			'permission denied',
		)
		for (const role of ['anon', 'authenticated'])
			await expect(
				runStatement(apiUrl, `begin; set local role ${role}; create temp table evil (id integer)`),
			).rejects.toThrow('permission denied')
		// The backup collects the waiting jobs in one.
		await runStatement(jobsUrl, 'create temp table allowed (id integer)')
		await start()
	}
})
