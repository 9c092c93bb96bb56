import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#test/database.ts'
import { runStatement } from '#test/run-statement.ts'

let database: TestDatabase
let owner: pg.Client

beforeAll(async () => {
	database = await createTestDatabase(inject('databaseUrl'))
	owner = new pg.Client({ connectionString: database.ownerUrl })
	await owner.connect()
})
afterAll(async () => {
	await owner.end()
	await database.drop()
})

/** Finds foreign keys of the shop's tables without an index on the column that refers to the other table. */
async function unindexedReferences(): Promise<string[]> {
	const { rows } = await owner.query<{ name: string }>(`
		select c.conrelid::regclass || '.' || c.conname as name
		from pg_constraint c join pg_namespace n on n.oid = c.connamespace
		where c.contype = 'f' and n.nspname in ('public', 'auth', 'storage', 'shop', 'realtime') and not exists (
			select from pg_index i
				join pg_attribute a on a.attrelid = i.indrelid and a.attnum = i.indkey[0]
			where i.indrelid = c.conrelid and i.indkey[0] = any (c.conkey)
				-- Looking a row up implies that the column is not null.
				and (i.indpred is null or pg_get_expr(i.indpred, i.indrelid) = format('(%I IS NOT NULL)', a.attname))
		) order by name`)
	return rows.map(({ name }) => name)
}

test('every foreign key has an index, so that deleting a user needs no sequential scan', async () => {
	expect(await unindexedReferences()).toEqual([])
	await owner.query(
		'create table shop.careless (user_id uuid constraint careless_user references auth.users (id))',
	)
	expect(await unindexedReferences()).toEqual(['shop.careless.careless_user'])
	await owner.query('create index on shop.careless (user_id)')
	expect(await unindexedReferences()).toEqual([])
})

test("PostgreSQL inlines the functions that read the caller's claims", async () => {
	const plan = await runStatement(
		database.logins.jobsUrl,
		'explain (verbose, costs off) select auth.uid(), auth.jwt(), auth.role()',
	)
	const text = plan.map((row) => row['QUERY PLAN']).join(' ')
	expect(text).toContain('current_setting')
	expect(text).not.toContain('auth.')
})

const migrationsFolder = fileURLToPath(new URL('../migrations', import.meta.url))

/** Finds top-level statements that change rows of a table while row level security hides them from the database owner. */
function changesThatDoNothing(migrations: readonly string[]): string[] {
	const forced = new Set<string>()
	return migrations.flatMap((text) =>
		[...text.matchAll(statement)].flatMap(([line, altered, verb, inserted, updated, deleted]) => {
			if (altered !== undefined) {
				if (verb === 'force') forced.add(altered)
				else forced.delete(altered)
				return []
			}
			return forced.has(inserted ?? updated ?? deleted ?? '') ? [line] : []
		}),
	)
}

const statement =
	/^(?:alter table ([\w.]+) (force|no force) row level security|insert into ([\w.]+)|update ([\w.]+)|delete from ([\w.]+))/gim

test('a migration lifts forced row level security before it changes rows', async () => {
	const names = (await readdir(migrationsFolder)).filter((name) => name.includes('.')).sort()
	const texts = await Promise.all(names.map((name) => readFile(join(migrationsFolder, name), 'utf8')))
	expect(changesThatDoNothing(texts)).toEqual([])
	expect(changesThatDoNothing([...texts, 'update public.purchases set price = 1'])).toEqual([
		'update public.purchases',
	])
})
