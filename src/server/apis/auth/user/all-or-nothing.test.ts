import pg from 'pg'
import { expect, test } from 'vitest'
import { sql } from '#server/platform/db/sql.ts'
import { callAuth, confirmedUser, emailedTokens, ownBrowser, signInAgain } from '#test/auth.ts'
import { useWorld } from '#test/world.ts'

const world = await useWorld()

/** Runs `work` while no job can be added, as if the server failed between a change and its email. */
async function withoutQueue<T>(work: () => Promise<T>): Promise<T> {
	const client = new pg.Client({ connectionString: world.testDatabase.superuserUrl })
	await client.connect()
	try {
		await client.query('alter function graphile_worker.add_job rename to add_no_job')
		return await work()
	} finally {
		await client.query('alter function graphile_worker.add_no_job rename to add_job')
		await client.end()
	}
}

test('a sign-up is not stored if its email cannot be queued', async () => {
	const email = 'half@student.test'
	const signUp = () =>
		callAuth(world, '/signup', { body: { email, password: 'quiet-harbour-42', ...ownBrowser.challenge } })
	expect((await withoutQueue(signUp)).status).toBe(500)
	expect(await world.database.query(sql`select from auth.users where email = ${email}`)).toEqual([])
	expect((await signUp()).status).toBe(200)
	expect(await emailedTokens(world, email)).toHaveLength(1)
})

test('a change of password that fails half-way keeps the old password and every session', async () => {
	const person = await confirmedUser(world)
	const other = await signInAgain(world, person)
	const password = 'fresh-meadow-17'
	const change = () =>
		callAuth(world, '/user', { method: 'PUT', bearer: person.accessToken, body: { password } })
	const signIn = async (secret: string) =>
		(await callAuth(world, '/token?grant_type=password', { body: { email: person.email, password: secret } }))
			.status
	const otherIsIn = async () =>
		(await callAuth(world, '/user', { method: 'GET', bearer: other.accessToken })).status === 200
	expect((await withoutQueue(change)).status).toBe(500)
	expect([await signIn(person.password), await signIn(password), await otherIsIn()]).toEqual([200, 400, true])
	expect((await change()).status).toBe(200)
	expect([await signIn(person.password), await signIn(password), await otherIsIn()]).toEqual([
		400,
		200,
		false,
	])
})
