import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { sql } from '#server/platform/db/sql.ts'
import { confirmedUser, signIn, type TestUser, tokensIn } from '#test/auth.ts'
import { type Heard, subscribe, untilProductChange } from '#test/realtime.ts'
import { createWorld, type World } from '#test/world.ts'

/** `REALTIME_STEPS=10000` runs ten thousand steps, which takes some minutes. */
const steps = Number(process.env.REALTIME_STEPS ?? 150)

let world: World
beforeAll(async () => {
	world = await createWorld()
})
afterAll(async () => {
	await world.close()
})

interface Device {
	person: TestUser
	token: string
	client: SupabaseClient
	heard: Heard
	/** The first and the last step whose changes the device must receive. */
	from: number
	until: number
}

/** What happens in one step, and to which of the two users and their devices. */
const step = fc.record({
	what: fc.constantFrom('begin', 'begin', 'begin', 'change', 'change', 'sign out', 'sign in', 'ban'),
	who: fc.constantFrom(0, 1),
	which: fc.nat(7),
})

test('each of two users receives exactly their own rows, in any order of changes and sign-outs', async () => {
	const people = [await confirmedUser(world), await confirmedUser(world)] as const
	const all: Device[] = []
	const live = (person: TestUser) =>
		all.filter((device) => device.person === person && device.until === Number.POSITIVE_INFINITY)
	const written = new Map<number, string>()
	let now = 0

	async function enter(person: TestUser): Promise<void> {
		const token = tokensIn((await signIn(world, person.email, person.password)).body).accessToken
		const client = createClient(world.url, world.keys.publishableKey, { accessToken: async () => token })
		await client.realtime.setAuth()
		const heard = await subscribe(client, 'mine', { changes: [{}] })
		expect(heard.states).toEqual(['SUBSCRIBED', 'Subscribed to PostgreSQL'])
		all.push({ person, token, client, heard, from: now, until: Number.POSITIVE_INFINITY })
	}

	for (const { what, who, which } of fc.sample(step, { numRuns: steps, seed: 20261122 })) {
		now++
		// One address may have two hundred connections, so a device is disconnected a hundred steps after its session has ended. A
		// change that it must not receive would have arrived by then.
		for (const { client, until } of all) if (until === now - 100) await client.removeAllChannels()
		const person = people[who]
		const device = live(person).at(which % Math.max(1, live(person).length))
		if (what === 'begin') {
			written.set(now, person.id)
			await world.database.query(sql`
				insert into public.purchases (user_id, product_id, product_name, price, status)
				values (${person.id}, 'prod_cv_secrets', ${`step ${now}`}, 14.99, 'expired')`)
		} else if (what === 'change') {
			written.set(now, person.id)
			await world.database.query(sql`
				update public.purchases set product_name = ${`step ${now}`}, status = 'failed'
				where id = (select id from public.purchases where user_id = ${person.id} order by id limit 1)`)
		} else if (what === 'sign in' && live(person).length < 4) await enter(person)
		else if (what === 'sign out' && device !== undefined) {
			await world.request('/auth/v1/logout?scope=local', {
				method: 'POST',
				headers: { apikey: world.keys.publishableKey, authorization: `Bearer ${device.token}` },
			})
			device.until = now
		} else if (what === 'ban') {
			await world.database.query(
				sql`update auth.users set banned_until = now() + interval '1 hour' where id = ${person.id}`,
			)
			// Waits until the servers have noticed the ban. If it were lifted before that, no channel would end.
			for (const one of live(person)) await expect.poll(() => one.heard.states).toContain('CLOSED')
			for (const one of live(person)) one.until = now
			await world.database.query(sql`update auth.users set banned_until = null where id = ${person.id}`)
		}
	}
	await Promise.all(people.map(enter))
	await untilProductChange(
		world,
		...all.filter(({ until }) => until === Number.POSITIVE_INFINITY).map(({ heard }) => heard),
	)

	const seen = await world.database.query(
		sql`select product_name as name from public.purchases`,
		z.object({ name: z.string() }),
	)
	const latest = new Set(seen.map(({ name }) => name))
	for (const { person, heard, from, until } of all) {
		const rows = heard.changes
			.map((change) => change.new)
			.flatMap((row) => ('user_id' in row && 'product_name' in row ? [row] : []))
		const numbers = rows.map(({ product_name }) => Number(String(product_name).slice('step '.length)))
		for (const [index, row] of rows.entries()) {
			expect(row.user_id).toBe(person.id)
			expect(numbers[index]).toBeLessThanOrEqual(until)
		}
		// A row that was changed again before it was sent arrives in its latest state, so earlier changes need not arrive.
		const due = [...written].filter(
			([number, id]) => id === person.id && number > from && latest.has(`step ${number}`),
		)
		if (until === Number.POSITIVE_INFINITY)
			expect(numbers).toEqual(expect.arrayContaining(due.map(([number]) => number)))
	}
	expect(all.length).toBeGreaterThan(steps / 50)
	for (const { client } of all) await client.removeAllChannels()
}, 1_800_000)
