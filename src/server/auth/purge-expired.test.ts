import { afterAll, beforeAll, expect, test } from 'vitest'
import { purgeExpired } from '#server/auth/purge-expired.ts'
import { sql } from '#server/db/sql.ts'
import { callAuth, confirmedPerson, mailedTokens } from '#test/auth.ts'
import { createWorld, type World } from '#test/world.ts'

let world: World
beforeAll(async () => {
	world = await createWorld()
})
afterAll(() => world.close())

const day = 86_400
const signUp = (email: string, password: string) => callAuth(world, '/signup', { body: { email, password } })
const signIn = (email: string, password: string) =>
	callAuth(world, '/token?grant_type=password', { body: { email, password } })
const pending = (email: string) =>
	world.database.query(
		sql`select from auth.one_time_tokens t join auth.users u on u.id = t.user_id where u.email = ${email}`,
	)

test('an unconfirmed address is told to look for its mail for a month, then forgotten; a confirmed one never is', async () => {
	const confirmed = await confirmedPerson(world)
	const email = 'unconfirmed@student.test'
	await signUp(email, 'chosen-once-1')
	world.clock.advance(61)
	await signUp(email, 'chosen-twice-2')
	await mailedTokens(world, email)
	expect(await pending(email)).toHaveLength(2)

	world.clock.advance(2 * day)
	await purgeExpired(world)
	expect(await pending(email)).toHaveLength(1)
	expect((await signIn(email, 'chosen-twice-2')).body).toMatchObject({ error_code: 'email_not_confirmed' })

	world.clock.advance(29 * day)
	await purgeExpired(world)
	expect((await signIn(email, 'chosen-twice-2')).body).toMatchObject({ error_code: 'invalid_credentials' })
	expect(await world.database.query(sql`select from auth.users where email = ${email}`)).toHaveLength(0)
	expect((await signIn(confirmed.email, confirmed.password)).status).toBe(200)
})

test('a sign-up whose mail has not left yet is kept', async () => {
	await signUp('unsent@student.test', 'quiet-harbour-42')
	world.clock.advance(3 * day)
	await purgeExpired(world)
	expect(await mailedTokens(world, 'unsent@student.test')).toHaveLength(1)
})

test('a session over for three days is removed', async () => {
	const { id } = await confirmedPerson(world)
	const sessions = () => world.database.query(sql`select from auth.sessions where user_id = ${id}`)
	world.clock.advance(92 * day)
	await purgeExpired(world)
	expect(await sessions()).toHaveLength(1)
	world.clock.advance(2 * day)
	await purgeExpired(world)
	expect(await sessions()).toHaveLength(0)
})
