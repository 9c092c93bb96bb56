import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { decodeJwt } from 'jose'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { sql } from '#server/platform/db/sql.ts'
import { confirmedUser, signIn, type TestUser, tokensIn } from '#test/auth.ts'
import { type Heard, subscribe, untilProductChange } from '#test/realtime.ts'
import { withSecondStep } from '#test/second-step.ts'
import { createWorld, type World } from '#test/world.ts'

let world: World
beforeAll(async () => {
	world = await createWorld()
})
afterAll(async () => {
	await world.close()
})
const clients: SupabaseClient[] = []
afterEach(async () => {
	for (const client of clients.splice(0)) await client.removeAllChannels()
})

/** Makes a client that sends the token that `token` returns, and never renews it. */
async function clientOf(token: () => string): Promise<SupabaseClient> {
	const client = createClient(world.url, world.keys.publishableKey, { accessToken: async () => token() })
	clients.push(client)
	// Otherwise the first channel is joined before the client has asked for the token.
	await client.realtime.setAuth()
	return client
}

const take = (userId: string, status: string) =>
	world.database.query(sql`
		insert into public.purchases (user_id, product_id, product_name, price, status)
		values (${userId}, 'prod_cv_secrets', 'CV Secrets No One Tells You', 14.99, ${status})`)

async function post(path: string, { accessToken }: Pick<TestUser, 'accessToken'>) {
	return await world.request(`/auth/v1${path}`, {
		method: 'POST',
		headers: { apikey: world.keys.publishableKey, authorization: `Bearer ${accessToken}` },
	})
}

const over = 'The session of this token has ended'
const secondStep = 'Two-step verification is switched on: take the second step first'

test.each<[string, string | RegExp, (person: TestUser, other: TestUser) => unknown]>([
	['signing out', over, (person) => post('/logout?scope=local', person)],
	['signing out everywhere on another device', over, (_, other) => post('/logout?scope=global', other)],
	['signing out other devices', over, (_, other) => post('/logout?scope=others', other)],
	[
		'a ban',
		over,
		({ id }) =>
			world.database.query(
				sql`update auth.users set banned_until = now() + interval '1 day' where id = ${id}`,
			),
	],
	[
		'deletion of the account',
		over,
		({ id }) => world.database.query(sql`delete from auth.users where id = ${id}`),
	],
	[
		'reaching the longest lifetime of the session',
		over,
		({ id }) => world.database.query(sql`update auth.sessions set not_after = now() where user_id = ${id}`),
	],
	[
		'a second step switched on elsewhere',
		secondStep,
		({ id }) =>
			world.database.query(sql`
				insert into auth.mfa_factors (user_id, factor_type, status, secret_sealed) values (${id}, 'totp', 'verified', 'sealed')`),
	],
])('%s ends the channel, the client is told, and nothing more arrives', async (_name, message, end) => {
	const person = await confirmedUser(world)
	const other = { ...person, ...tokensIn((await signIn(world, person.email, person.password)).body) }
	const bystander = await confirmedUser(world)
	const heard = await subscribe(await clientOf(() => person.accessToken), 'mine', { changes: [{}] })
	const witness = await subscribe(await clientOf(() => bystander.accessToken), 'mine', { changes: [{}] })
	await take(person.id, 'expired')
	await untilProductChange(world, heard, witness)
	expect(heard.changes).toHaveLength(2)

	await end(person, other)
	await expect.poll(() => heard.states.slice(2)).toEqual([message, 'CLOSED'])
	await take(person.id, 'failed').catch(() => undefined)
	await untilProductChange(world, witness)
	expect(heard.changes).toHaveLength(2)
	expect(witness.states).toHaveLength(2)

	const again = await subscribe(await clientOf(() => person.accessToken), 'again', { changes: [{}] })
	expect(again.states).toEqual([`CHANNEL_ERROR: Unauthorized: ${message}`])
})

test('a device that has signed out hears nothing more, although another device of the user goes on listening', async () => {
	const person = await confirmedUser(world)
	const other = { ...person, ...tokensIn((await signIn(world, person.email, person.password)).body) }
	// Whichever of the two is asked about first, the other must not get its answer.
	for (const [leaving, staying] of [
		[person, other],
		[other, { ...person, ...tokensIn((await signIn(world, person.email, person.password)).body) }],
	] as const) {
		const left = await subscribe(await clientOf(() => leaving.accessToken), 'left', { changes: [{}] })
		const stays = await subscribe(await clientOf(() => staying.accessToken), 'stays', { changes: [{}] })
		// No notice of the end: it is found when the next change is read.
		await world.database.asServer(async (tx) => {
			await tx.execute(sql`
				insert into public.purchases (user_id, product_id, product_name, price, status)
				values (${person.id}, 'prod_cv_secrets', 'CV Secrets No One Tells You', 14.99, 'expired')`)
			await tx.execute(
				sql`delete from auth.sessions where id = ${decodeJwt(leaving.accessToken).session_id}::uuid`,
			)
		})
		await expect.poll(() => left.states.slice(2)).toEqual([over, 'CLOSED'])
		await expect.poll(() => stays.changes).toHaveLength(1)
		expect(left.changes).toEqual([])
		expect(stays.states).toHaveLength(2)
	}
})

test('a session that has ended receives no change, even if the server has not yet noticed the end', async () => {
	const person = await confirmedUser(world)
	const heard = await subscribe(await clientOf(() => person.accessToken), 'mine', { changes: [{}] })
	await world.database.asServer(async (tx) => {
		await tx.execute(sql`
			insert into public.purchases (user_id, product_id, product_name, price, status)
			values (${person.id}, 'prod_cv_secrets', 'CV Secrets No One Tells You', 14.99, 'pending')`)
		await tx.execute(sql`delete from auth.sessions where user_id = ${person.id}`)
	})
	await expect.poll(() => heard.states.slice(2)).toEqual([over, 'CLOSED'])
	expect(heard.changes).toEqual([])
})

test('an expired token ends the channel, and a token renewed in time keeps the channel open', async () => {
	const person = await confirmedUser(world)
	let token = person.accessToken
	const late = await subscribe(await clientOf(() => person.accessToken), 'late', { changes: [{}] })
	const client = await clientOf(() => token)
	const kept: Heard = await subscribe(client, 'kept', { changes: [{}] })
	world.clock.advance(1800)
	token = tokensIn((await signIn(world, person.email, person.password)).body).accessToken
	await client.realtime.setAuth()
	// The server has read the new token before it answers this.
	await subscribe(client, 'afterwards')
	world.clock.advance(1801)
	await expect
		.poll(() => late.states.slice(2))
		.toEqual([expect.stringMatching(/^Token has expired \d+ seconds ago$/), 'CLOSED'])
	await untilProductChange(world, kept)
	expect(kept.states).toHaveLength(2)
	expect(late.changes).toEqual([])
	const again = await subscribe(await clientOf(() => person.accessToken), 'again')
	expect(again.states).toEqual([expect.stringMatching(/InvalidJWTToken: Token has expired \d+ seconds ago/)])
})

test('after a change of token, only the rows of the new user arrive', async () => {
	const [ada, ben] = [await confirmedUser(world), await confirmedUser(world)]
	let token = ada.accessToken
	const client = await clientOf(() => token)
	const heard = await subscribe(client, 'mine', { changes: [{ table: 'purchases' }, { table: 'products' }] })
	token = ben.accessToken
	await client.realtime.setAuth()
	await untilProductChange(world, heard)
	await take(ada.id, 'expired')
	await take(ben.id, 'expired')
	await untilProductChange(world, heard)
	expect(heard.changes.map((change) => change.new).filter((row) => 'user_id' in row)).toMatchObject([
		{ user_id: ben.id },
	])
	token = 'ey.made.up'
	await client.realtime.setAuth()
	await expect.poll(() => heard.states.slice(2)).toEqual(['The token provided is not a valid JWT', 'CLOSED'])
})

test('with two-step verification, a session may listen only after the second step', async () => {
	const person = await withSecondStep(world)
	const heard = await subscribe(await clientOf(() => person.accessToken), 'mine', { changes: [{}] })
	const first = tokensIn((await signIn(world, person.email, person.password)).body).accessToken
	const refused = await subscribe(await clientOf(() => first), 'mine', { changes: [{}] })
	expect(refused.states).toEqual([`CHANNEL_ERROR: Unauthorized: ${secondStep}`])
	await take(person.id, 'expired')
	await untilProductChange(world, heard)
	expect(heard.changes).toHaveLength(2)
})
