import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { type Database, openDatabase } from '#server/platform/db/database.ts'
import { isStatementCacheFull, statementName } from '#server/platform/db/prepared-statements.ts'
import { sql } from '#server/platform/db/sql.ts'
import type { Caller } from '#server/platform/db/transaction.ts'
import { createWorld, type World } from '#test/world.ts'

let world: World
let database: Database
beforeAll(async () => {
	world = await createWorld()
	database = openDatabase({ ...world.testDatabase.logins, onError: () => {} })
})
afterAll(async () => {
	await database.close()
	await world.close()
})

async function createUser(name: string): Promise<Caller & { role: 'authenticated' }> {
	const [sub, sessionId] = [randomUUID(), randomUUID()]
	await database.asServer(async (tx) => {
		await tx.execute(sql`insert into auth.users (id, email) values (${sub}, ${`${name}@student.test`})`)
		await tx.execute(sql`insert into auth.sessions (id, user_id) values (${sessionId}, ${sub})`)
		await tx.execute(sql`
			insert into public.purchases (user_id, catalogue_id, product_id, product_name, price, status)
			values (${sub}, '1', '1', ${`what ${name} has`}, 0, 'completed')`)
	})
	return {
		role: 'authenticated',
		claims: {
			sub,
			session_id: sessionId,
			role: 'authenticated',
			aal: 'aal1',
			email: `${name}@student.test`,
			exp: 2_000_000_000,
		},
	}
}

// A typical REST read: a table with row-level security in a common table expression, with nothing in its text that identifies
// the user.
const mine = sql`with page as (select product_name from public.purchases) select product_name from page`

test('a prepared statement that callers share shows each of them only their own rows', async () => {
	const [ada, ben] = [await createUser('ada'), await createUser('ben')]
	// More rounds than five times the number of connections: PostgreSQL makes five custom plans before it considers a generic
	// one.
	for (let round = 0; round < 80; round += 1) {
		expect(await database.readAs(ada, mine)).toEqual([{ product_name: 'what ada has' }])
		expect(await database.readAs(ben, mine)).toEqual([{ product_name: 'what ben has' }])
		expect(await database.asCaller(ada, (tx) => tx.query(mine), { readOnly: true })).toEqual([
			{ product_name: 'what ada has' },
		])
		await expect(database.readAs({ role: 'anon' }, mine)).rejects.toMatchObject({ code: '42501' })
	}
})

test('concurrent queries that share connections get their own results', async () => {
	const people = await Promise.all(['cleo', 'dan', 'eve'].map(createUser))
	const asked = Array.from({ length: 120 }, (_, index) => people[index % people.length])
	const answers = await Promise.all(asked.map((one) => one && database.readAs(one, mine)))
	expect(answers).toEqual(
		asked.map((one) => [{ product_name: `what ${one?.claims.email.split('@')[0]} has` }]),
	)
})

test('a query of an ended session is refused, and its connection still serves other callers', async () => {
	const [gone, stays] = [await createUser('gone'), await createUser('stays')]
	expect(await database.readAs(gone, mine)).toHaveLength(1)
	await database.asServer((tx) =>
		tx.execute(sql`delete from auth.sessions where id = ${gone.claims.session_id}`),
	)
	for (let round = 0; round < 20; round += 1) {
		await expect(database.readAs(gone, mine)).rejects.toMatchObject({ code: 'HS001' })
		expect(await database.readAs(stays, mine)).toHaveLength(1)
	}
})

test('a read-only query cannot write, for any role', async () => {
	const callers: Caller[] = [await createUser('writer'), { role: 'service' }]
	for (const caller of callers) {
		await expect(
			database.readAs(caller, sql`update public.purchases set status = 'pending' returning id`),
		).rejects.toMatchObject({ code: '25006' })
		expect(await database.readAs(caller, sql`select 1 as one`)).toEqual([{ one: 1 }])
	}
})

const anon: Caller = { role: 'anon' }
const titles = sql`select title from public.products where id = '1'`

/** Returns the name that a statement has on any connection. */
function nameOf(role: string, text: string): string {
	return statementName(new pg.Client(), role, text) ?? ''
}

test('a query succeeds even if its prepared statement has been lost', async () => {
	const before = await database.readAs(anon, titles)
	expect(before).toHaveLength(1)
	const lose = () => database.asCaller(anon, (tx) => tx.execute(sql`deallocate all`))
	await lose()
	expect(await database.readAs(anon, titles)).toEqual(before)
	await database.readAs(anon, titles)
	await lose()
	expect(await database.asCaller(anon, (tx) => tx.query(titles), { readOnly: true })).toEqual(before)
})

test('repeatable work takes effect once, even if its prepared statement has been lost', async () => {
	const names = ['fay', 'gus', 'hal', 'ivy']
	const add = (name: string) =>
		database.asServer(
			async (tx) => {
				await tx.execute(sql`insert into auth.users (email) values (${`${name}@student.test`})`)
				// Both are sent in one write, so the second fails if the first does.
				await Promise.all([tx.query(sql`select 1 as one`), tx.query(sql`select count(*) from auth.users`)])
			},
			{ mayRepeat: true },
		)
	for (const name of names) {
		await add(name)
		await database.asServer((tx) => tx.execute(sql`deallocate all`))
	}
	const addresses = names.map((name) => `${name}@student.test`)
	const found = await database.query(
		sql`select email from auth.users where email = any (${addresses}) order by email`,
	)
	expect(found.map(({ email }) => email)).toEqual(addresses)
	await expect(add('fay')).rejects.toMatchObject({ code: '23505' })
})

test('a query succeeds even if its statement is already prepared on the connection, which can happen behind a pooler', async () => {
	const fresh = openDatabase({ ...world.testDatabase.logins, onError: () => {} })
	onTestFinished(() => fresh.close())
	await fresh.asCaller(anon, (tx) =>
		tx.execute({ text: `prepare "${nameOf('anon', titles.text)}" as ${titles.text}`, values: [] }),
	)
	expect(await fresh.readAs(anon, titles)).toEqual(await database.readAs(anon, titles))
})

test('a query still succeeds after a column has changed its type', async () => {
	const owner = new pg.Client({ connectionString: world.testDatabase.ownerUrl })
	await owner.connect()
	onTestFinished(() => owner.end())
	const described = sql`select description from public.products where id = '1'`
	const before = await database.readAs(anon, described)
	await owner.query('alter table public.products alter column description type varchar(500)')
	expect(await database.readAs(anon, described)).toEqual(before)
	await owner.query('alter table public.products alter column description type text')
	expect(await database.asCaller(anon, (tx) => tx.query(described), { readOnly: true })).toEqual(before)
})

test('a faulty query runs once, and fails with PostgreSQL’s own error', async () => {
	await expect(database.readAs(anon, sql`select 1 / 0 as nothing`)).rejects.toMatchObject({ code: '22012' })
	await expect(database.readAs(anon, sql`execute never_prepared`)).rejects.toMatchObject({ code: '26000' })
	expect(await database.readAs(anon, titles)).toHaveLength(1)
})

test('a statement’s name depends only on its text and its role, not on the order of queries', () => {
	const texts = Array.from({ length: 20 }, (_, number) => `select ${number} as number`)
	const namesOf = (asked: string[], role: string) => {
		const client = new pg.Client()
		return new Map(asked.map((text) => [text, statementName(client, role, text)]))
	}
	const names = namesOf(texts, 'authenticated')
	expect(namesOf(texts.toReversed(), 'authenticated')).toEqual(new Map([...names].toReversed()))
	expect(new Set([...names.values(), ...namesOf(texts, 'anon').values()]).size).toBe(40)
	// PostgreSQL silently truncates a longer name.
	for (const name of names.values()) expect(Buffer.byteLength(name ?? '')).toBeLessThanOrEqual(63)
})

test('queries still succeed once the limit on prepared statements is reached', async () => {
	const ada = await createUser('asker')
	for (let number = 0; number < 150; number += 1) {
		const [row] = await database.readAs(ada, {
			text: `select ${number} as number from public.purchases`,
			values: [],
		})
		expect(row).toEqual({ number })
	}
	expect(await database.readAs(ada, mine)).toHaveLength(1)
})

test('a connection prepares a limited number of statements, each for one role, and no very long ones', () => {
	const client = new pg.Client()
	expect(statementName(client, 'anon', 'select 1')).toBe(statementName(client, 'anon', 'select 1'))
	expect(statementName(client, 'anon', 'select 1')).not.toBe(
		statementName(client, 'authenticated', 'select 1'),
	)
	expect(statementName(client, 'anon', `select '${'x'.repeat(2_000)}'`)).toBeUndefined()
	expect(statementName(client, 'server', `select '${'x'.repeat(2_000)}'`)).toBeDefined()
	expect(isStatementCacheFull(client)).toBe(false)
	for (let number = 0; number < 100; number += 1) statementName(client, 'anon', `select ${number} as n`)
	expect(isStatementCacheFull(client)).toBe(true)
	expect(statementName(client, 'anon', 'one more')).toBeUndefined()
	expect(statementName(client, 'anon', 'select 1')).toBeDefined()
})
