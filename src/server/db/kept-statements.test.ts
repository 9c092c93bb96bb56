import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Caller } from '#server/db/caller.ts'
import { type Database, openDatabase } from '#server/db/database.ts'
import { keepsMost, keptName } from '#server/db/kept-statements.ts'
import { sql } from '#server/db/sql.ts'
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

async function somebody(name: string): Promise<Caller & { role: 'authenticated' }> {
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

// The shape of a REST read: the secured table under a common table expression, nothing in it that names the person.
const mine = sql`with page as (select product_name from public.purchases) select product_name from page`

test('a kept statement shows each caller their own rows, however often and by whomever it was asked before', async () => {
	const [ada, ben] = [await somebody('ada'), await somebody('ben')]
	// More rounds than there are connections times the five plans PostgreSQL makes before it settles on one for all.
	for (let round = 0; round < 80; round += 1) {
		expect(await database.readAs(ada, mine)).toEqual([{ product_name: 'what ada has' }])
		expect(await database.readAs(ben, mine)).toEqual([{ product_name: 'what ben has' }])
		expect(await database.asCaller(ada, (tx) => tx.query(mine))).toEqual([{ product_name: 'what ada has' }])
		await expect(database.readAs({ role: 'anon' }, mine)).rejects.toMatchObject({ code: '42501' })
	}
})

test('asked all at once on few connections, the answers do not get mixed up', async () => {
	const people = await Promise.all(['cleo', 'dan', 'eve'].map(somebody))
	const asked = Array.from({ length: 120 }, (_, index) => people[index % people.length])
	const answers = await Promise.all(asked.map((one) => one && database.readAs(one, mine)))
	expect(answers).toEqual(
		asked.map((one) => [{ product_name: `what ${one?.claims.email.split('@')[0]} has` }]),
	)
})

test('an ended session reads nothing from the next question on, and its connection serves the next caller', async () => {
	const [gone, stays] = [await somebody('gone'), await somebody('stays')]
	expect(await database.readAs(gone, mine)).toHaveLength(1)
	await database.asServer((tx) =>
		tx.execute(sql`delete from auth.sessions where id = ${gone.claims.session_id}`),
	)
	for (let round = 0; round < 20; round += 1) {
		await expect(database.readAs(gone, mine)).rejects.toMatchObject({ code: 'HS001' })
		expect(await database.readAs(stays, mine)).toHaveLength(1)
	}
})

test('a question that reads cannot write', async () => {
	const ada = await somebody('writer')
	await expect(
		database.readAs(ada, sql`update public.purchases set status = 'pending' returning id`),
	).rejects.toMatchObject({ code: '25006' })
})

test('questions never asked before are answered beyond what a connection keeps, and so are those of always', async () => {
	const ada = await somebody('asker')
	for (let number = 0; number < 150; number += 1) {
		const [row] = await database.readAs(ada, {
			text: `select ${number} as number from public.purchases`,
			values: [],
		})
		expect(row).toEqual({ number })
	}
	expect(await database.readAs(ada, mine)).toHaveLength(1)
})

test('a connection keeps a bounded number of statements, each role its own, and none that is very long', () => {
	const client = new pg.Client()
	expect(keptName(client, 'anon', 'select 1')).toBe(keptName(client, 'anon', 'select 1'))
	expect(keptName(client, 'anon', 'select 1')).not.toBe(keptName(client, 'authenticated', 'select 1'))
	expect(keptName(client, 'anon', `select '${'x'.repeat(2_000)}'`)).toBeUndefined()
	expect(keepsMost(client)).toBe(false)
	for (let number = 0; number < 100; number += 1) keptName(client, 'anon', `select ${number} as n`)
	expect(keepsMost(client)).toBe(true)
	expect(keptName(client, 'anon', 'one more')).toBeUndefined()
	expect(keptName(client, 'anon', 'select 1')).toBeDefined()
})
