import { decodeJwt } from 'jose'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { sql } from '#server/platform/db/sql.ts'
import { streamAtOneMoment } from '#server/platform/db/stream.ts'
import { confirmedUser } from '#test/auth.ts'
import { runStatement } from '#test/run-statement.ts'
import { useWorld } from '#test/world.ts'

const world = await useWorld()

const insertUser = (email: string) => sql`insert into auth.users (email) values (${email})`
const usersNamed = (email: string) => world.database.query(sql`select from auth.users where email = ${email}`)

test('a transaction is committed if its function returns, and rolled back if it throws', async () => {
	await world.database.asServer((tx) => tx.execute(insertUser('kept@student.test')))
	expect(await usersNamed('kept@student.test')).toHaveLength(1)
	await expect(
		world.database.asServer(async (tx) => {
			await tx.execute(insertUser('undone@student.test'))
			throw new Error('changed its mind')
		}),
	).rejects.toThrow('changed its mind')
	expect(await usersNamed('undone@student.test')).toEqual([])
})

test('a transaction with a failed statement is never reported as committed', async () => {
	await expect(
		world.database.asServer(async (tx) => {
			await tx.execute(insertUser('lost@student.test'))
			await tx.query(sql`select 1 / 0`).catch(() => {})
		}),
	).rejects.toThrow('a failed statement was ignored')
	expect(await usersNamed('lost@student.test')).toEqual([])
})

test('after a failed transaction the connection can be used again', async () => {
	for (let again = 0; again < 30; again += 1)
		await expect(
			world.database.asCaller({ role: 'anon' }, (tx) => tx.query(sql`select 1 / 0`)),
		).rejects.toMatchObject({
			code: '22012',
		})
	const [row] = await world.database.asCaller({ role: 'anon' }, (tx) =>
		tx.query(sql`select current_user as who, auth.uid() as uid`),
	)
	expect(row).toEqual({ who: 'anon', uid: null })
})

test('a commit that fails is an error, and what it was to keep is not claimed', async () => {
	await runStatement(
		world.testDatabase.superuserUrl,
		'create table public.once (id integer primary key deferrable initially deferred); grant all on public.once to shop_jobs',
	)
	const insertTwice = world.database.asServer(async (tx) => {
		await tx.execute(sql`insert into public.once (id) values (1)`)
		await tx.execute(sql`insert into public.once (id) values (1)`)
		return 'done'
	})
	await expect(insertTwice).rejects.toMatchObject({ code: '23505' })
	expect(await world.database.query(sql`select from public.once`)).toEqual([])
})

test('a visitor’s query on the connection of a signed-in user’s request sees none of the claims', async () => {
	const { accessToken } = await confirmedUser(world)
	const claims = claimsSchema.parse(decodeJwt(accessToken))
	const look = sql`select pg_backend_pid() as connection, nullif(current_setting('request.jwt.claims', true), '') as claims`
	const usedByUser = new Set<unknown>()
	const usedByBoth = new Set<unknown>()
	for (let again = 0; again < 20; again += 1) {
		for (const [row] of [
			await world.database.asCaller({ role: 'authenticated', claims }, (tx) => tx.query(look)),
			await world.database.asCaller({ role: 'authenticated', claims }, (tx) => tx.query(look), {
				readOnly: true,
			}),
		]) {
			usedByUser.add(row?.connection)
			expect(row?.claims).toContain(claims.sub)
		}
		const [row] = await world.database.asCaller({ role: 'anon' }, (tx) => tx.query(look))
		expect(row?.claims).toBeNull()
		if (usedByUser.has(row?.connection)) usedByBoth.add(row?.connection)
	}
	expect(usedByBoth.size).toBeGreaterThan(0)
})

const claimsSchema = z.object({
	sub: z.string(),
	session_id: z.string(),
	role: z.literal('authenticated'),
	aal: z.enum(['aal1', 'aal2']),
	email: z.string(),
	exp: z.number(),
})

test('a caller may stop reading a stream before its end', async () => {
	let hasEnded = false
	const stream = streamAtOneMoment(world.database, async function* () {
		yield 'the only item'
		hasEnded = true
	})
	for await (const _ of stream) break
	expect(hasEnded).toBe(true)
})
