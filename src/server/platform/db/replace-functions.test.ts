import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, inject, onTestFinished, test, vi } from 'vitest'
import { migrateDatabase } from '#server/platform/db/migrate.ts'
import { replaceFunctions } from '#server/platform/db/replace-functions.ts'
import { createEmptyDatabase, type EmptyDatabase } from '#test/database.ts'

let database: EmptyDatabase
let owner: pg.Client
let folder: string

const migrate = async (log: (line: string) => void = () => {}) =>
	await migrateDatabase({ ownerUrl: database.ownerUrl, apiUrl: undefined, jobsUrl: undefined, log })

beforeAll(async () => {
	database = await createEmptyDatabase(inject('databaseUrl'))
	await migrate()
	owner = new pg.Client({ connectionString: database.ownerUrl })
	await owner.connect()
})
afterAll(async () => {
	await owner.end()
	await database.drop()
})
beforeEach(async () => {
	folder = await mkdtemp(join(tmpdir(), 'headstart-functions-'))
	onTestFinished(async () => await rm(folder, { recursive: true }))
	await owner.query(`delete from migrations.functions where name = 'shop.one.sql'`)
})

const saying = (number: number) =>
	`create or replace function shop.one() returns integer language sql return ${number};`
const one = async () => (await owner.query('select shop.one() as one')).rows[0].one

test('a start on a database that is up to date sends ten statements and changes nothing', async () => {
	const sent = vi.spyOn(pg.Client.prototype, 'query')
	onTestFinished(() => sent.mockRestore())
	const lines: string[] = []
	await migrate((line) => lines.push(line))
	expect(sent).toHaveBeenCalledTimes(10)
	expect(lines).toEqual([])
	await owner.query(`delete from migrations.functions where name = 'auth.require_live_session.sql'`)
	sent.mockClear()
	await migrate()
	// Begins, records, replaces and commits.
	expect(sent).toHaveBeenCalledTimes(14)
})

test('a function is replaced when its text changes, and only then', async () => {
	await writeFile(join(folder, 'shop.one.sql'), saying(1))
	await replaceFunctions(owner, folder)
	expect(await one()).toBe(1)
	await owner.query(saying(5))
	await replaceFunctions(owner, folder)
	expect(await one()).toBe(5)
	await writeFile(join(folder, 'shop.one.sql'), saying(2))
	await replaceFunctions(owner, folder)
	expect(await one()).toBe(2)
})

test('a server of an earlier release leaves a newer function alone', async () => {
	for (const number of [1, 2]) {
		await writeFile(join(folder, 'shop.one.sql'), saying(number))
		await replaceFunctions(owner, folder)
	}
	await writeFile(join(folder, 'shop.one.sql'), saying(1))
	await replaceFunctions(owner, folder)
	expect(await one()).toBe(2)
})

test('a function that can’t be run is named, stays as it was, and is run once it is mended', async () => {
	await writeFile(join(folder, 'shop.one.sql'), saying(3))
	await replaceFunctions(owner, folder)
	await writeFile(join(folder, 'shop.one.sql'), `${saying(4)} select nothing;`)
	await expect(replaceFunctions(owner, folder)).rejects.toThrow('migrations/functions/shop.one.sql failed')
	expect(await one()).toBe(3)
	await writeFile(join(folder, 'shop.one.sql'), saying(4))
	await replaceFunctions(owner, folder)
	expect(await one()).toBe(4)
})

test('each file in migrations/functions defines the function that it is named after, as the database has it', async () => {
	const files = new URL('../../../../migrations/functions/', import.meta.url)
	for (const file of await readdir(files)) {
		const name = file.replace(/\.sql$/, '')
		const text = await readFile(new URL(file, files), 'utf8')
		expect(text.match(/create or replace function ([\w.]+)/g)).toEqual([`create or replace function ${name}`])
		const stored = `select array_agg(pg_get_functiondef(oid)) as definitions from pg_proc where oid = any (
			select p.oid from pg_proc p join pg_namespace n on n.oid = pronamespace where nspname || '.' || proname = $1
		)`
		const before = (await owner.query(stored, [name])).rows
		await owner.query(text)
		expect((await owner.query(stored, [name])).rows, name).toEqual(before)
		expect(before[0].definitions).toHaveLength(1)
	}
})
