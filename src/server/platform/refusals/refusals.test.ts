import { randomUUID } from 'node:crypto'
import pino from 'pino'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { sql } from '#server/platform/db/sql.ts'
import { newMember } from '#test/admin-api.ts'
import { confirmedUser } from '#test/auth.ts'
import { createWorld, type World } from '#test/world.ts'
import { createRefusals, type Refusal, type Refusals } from './refusals.ts'

let world: World
let refusals: Refusals
beforeAll(async () => {
	world = await createWorld({ admin: 'public' })
	refusals = createRefusals({ ...world, log: pino({ level: 'silent' }) })
})
afterAll(async () => {
	await refusals.close()
	await world.close()
})
beforeEach(async () => {
	await world.database.query(sql`delete from auth.refusals`)
	// Each test begins at the start of an hour, as attempts are counted by the hour.
	world.clock.advance(3_600 - ((world.clock.now().getTime() / 1000) % 3_600))
})

const wrongPassword: Omit<Refusal, 'tried' | 'from'> = {
	place: 'shop',
	what: 'password',
	code: 'invalid_credentials',
}
const sumSchema = z.tuple([z.object({ rows: z.int(), attempts: z.int() })])
const sums = async (userId: string | null) =>
	sumSchema.parse(
		await world.database.query(sql`
			select count(*)::integer as rows, coalesce(sum(count), 0)::integer as attempts
			from auth.refusals where ${userId}::uuid is null or user_id = ${userId}`),
	)[0]
const network = (n: number) =>
	`2001:db8:${Math.floor(n / 65_536).toString(16)}:${(n % 65_536).toString(16)}::/64`

test('a flood from one network is one row an hour', async () => {
	const { id: userId } = await confirmedUser(world)
	for (let n = 0; n < 5_000; n += 1) {
		refusals.note({ ...wrongPassword, tried: { userId }, from: '192.0.2.1' })
		if (n % 1_000 === 0) await refusals.flush()
	}
	await refusals.flush()
	expect(await sums(userId)).toEqual({ rows: 1, attempts: 5_000 })
})

test('a flood from many networks, to real and invented accounts, adds a limited number of rows, and every attempt is counted', async () => {
	const { id: userId } = await newMember(world, 'owner')
	const most = 20_000
	for (let n = 0; n < most; n += 1) {
		const tried = n % 2 === 0 ? { userId } : { email: `${randomUUID()}@student.test` }
		refusals.note({ ...wrongPassword, tried, from: network(n) })
		if (n % 400 === 399) await refusals.flush()
	}
	await refusals.flush()
	const all = await sums(null)
	expect(all.attempts).toBe(most)
	expect(all.rows).toBeLessThan(3_600)
	const ofMember = await sums(userId)
	expect(ofMember.attempts).toBe(most / 2)
	expect(ofMember.rows).toBeLessThan(1_000)
})

test('a flood within a second stays small in memory too', async () => {
	for (let n = 0; n < 20_000; n += 1)
		refusals.note({ ...wrongPassword, tried: { email: `${n}@student.test` }, from: network(n) })
	await refusals.flush()
	const { rows, attempts } = await sums(null)
	expect([rows < 600, attempts]).toEqual([true, 20_000])
})

test('six servers that store the same attempt at the same moment add up to one row', async () => {
	const { id: userId } = await confirmedUser(world)
	const servers = Array.from({ length: 6 }, () =>
		createRefusals({ ...world, log: pino({ level: 'silent' }) }),
	)
	for (const server of servers) server.note({ ...wrongPassword, tried: { userId }, from: '192.0.2.1' })
	await Promise.all(servers.map((server) => server.close()))
	expect(await sums(userId)).toEqual({ rows: 1, attempts: 6 })
})

test('attempts are kept while the database doesn’t answer, and stored once it does', async () => {
	const { id: userId } = await confirmedUser(world)
	let isAway = true
	const late = createRefusals({
		clock: world.clock,
		log: pino({ level: 'silent' }),
		database: {
			asServer: async (work) => {
				if (isAway) throw new Error('the database is away')
				return await world.database.asServer(work)
			},
		},
	})
	late.note({ ...wrongPassword, tried: { userId }, from: '192.0.2.1' })
	await late.flush()
	isAway = false
	await late.close()
	expect(await sums(userId)).toEqual({ rows: 1, attempts: 1 })
})

test('refused attempts are deleted after 90 days, and with their account', async () => {
	const [{ id: userId }, { id: other }] = [await confirmedUser(world), await confirmedUser(world)]
	refusals.note({ ...wrongPassword, tried: { userId }, from: '192.0.2.1' })
	refusals.note({ ...wrongPassword, tried: { userId: other }, from: '192.0.2.1' })
	await refusals.flush()
	await world.database.query(sql`delete from auth.users where id = ${other}`)
	expect((await sums(null)).rows).toBe(1)
	world.clock.advance(89 * 86_400)
	await world.runJob('purge-expired', {})
	expect((await sums(userId)).rows).toBe(1)
	world.clock.advance(2 * 86_400)
	await world.runJob('purge-expired', {})
	expect((await sums(null)).rows).toBe(0)
})
