import { expect, test } from 'vitest'
import { sql } from '#server/platform/db/sql.ts'
import { ban, callAuth, confirmedUser, newestToken } from '#test/auth.ts'
import { anonymousClient } from '#test/clients.ts'
import { useWorld } from '#test/world.ts'

const world = await useWorld({ realPasswords: true })
const ada = await confirmedUser(world)

const signIn = ({ email, password }: { email: string; password: string }) =>
	callAuth(world, '/token?grant_type=password', { body: { email, password } })

test('the official client signs in with email and password, whatever the case of the address', async () => {
	const client = anonymousClient(world)
	const { data, error } = await client.auth.signInWithPassword({
		email: ada.email.toUpperCase(),
		password: ada.password,
	})
	expect(error).toBeNull()
	expect(data.session).toMatchObject({
		token_type: 'bearer',
		expires_in: 3600,
		user: { id: ada.id, email: ada.email },
	})
	expect(data.session?.expires_at).toBeCloseTo(Date.now() / 1000 + 3600, -1)
	expect(data.user?.last_sign_in_at).toBeTypeOf('string')
	const { data: claims } = await client.auth.getClaims()
	expect(claims?.claims.amr).toMatchObject([{ method: 'password' }])
})

test('a password is stored as an argon2id hash at full cost', async () => {
	const [row] = await world.database.query(
		sql`select encrypted_password from auth.users where id = ${ada.id}`,
	)
	expect(row?.encrypted_password).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
})

test('a wrong password, an unknown address and an account without a password get the same answer', async () => {
	const noPassword = await confirmedUser(world)
	await world.database.query(sql`update auth.users set encrypted_password = null where id = ${noPassword.id}`)
	const answers = await Promise.all(
		[
			{ email: ada.email, password: 'wrong' },
			{ email: ada.email, password: '' },
			{ email: ada.email, password: 'x'.repeat(5_000) },
			{ email: 'nobody@student.test', password: ada.password },
			{ email: "x' or 1=1 --", password: ada.password },
			{ email: noPassword.email, password: ada.password },
		].map(signIn),
	)
	for (const { status, body } of answers) {
		expect({ status, body }).toEqual({
			status: 400,
			body: { code: 400, error_code: 'invalid_credentials', msg: 'Invalid login credentials' },
		})
	}
	expect((await signIn(ada)).status).toBe(200)
})

test('an unknown address takes as long as a wrong password', async () => {
	const time = async (email: string) => {
		const started = performance.now()
		await signIn({ email, password: 'wrong-password' })
		return performance.now() - started
	}
	const known: number[] = []
	const unknown: number[] = []
	for (let round = 0; round < 30; round++) {
		known.push(await time(ada.email))
		unknown.push(await time(`nobody.${round}@student.test`))
	}
	const median = (times: number[]) => times.sort((a, b) => a - b)[times.length / 2] ?? 0
	const [slower, faster] = [
		Math.max(median(known), median(unknown)),
		Math.min(median(known), median(unknown)),
	]
	// Without the dummy hash an unknown address would be answered much faster.
	expect(faster / slower).toBeGreaterThan(0.5)
})

test('reveals that an account is unconfirmed only after the correct password', async () => {
	const email = 'waiting@student.test'
	await callAuth(world, '/signup', { body: { email, password: 'quiet-harbour-42' } })
	const { error } = await anonymousClient(world).auth.signInWithPassword({
		email,
		password: 'quiet-harbour-42',
	})
	expect(error).toMatchObject({ status: 400, code: 'email_not_confirmed', message: 'Email not confirmed' })
	expect((await signIn({ email, password: 'wrong-harbour-42' })).body).toMatchObject({
		error_code: 'invalid_credentials',
	})
	// The answer is the same after the link has expired.
	await newestToken(world, email)
	world.clock.advance(4_000)
	expect((await signIn({ email, password: 'quiet-harbour-42' })).body).toMatchObject({
		error_code: 'email_not_confirmed',
	})
})

test('reveals that an account is banned only after the correct password', async () => {
	const banned = await confirmedUser(world)
	await ban(world, banned)
	expect((await signIn(banned)).body).toMatchObject({ error_code: 'user_banned', code: 400 })
	expect((await signIn({ ...banned, password: 'wrong' })).body).toMatchObject({
		error_code: 'invalid_credentials',
	})
})

test('rejects sign-ins immediately when the hashing queue is full', async () => {
	const timed = await Promise.all(
		Array.from({ length: 120 }, async () => {
			const started = performance.now()
			const { status, headers, body } = await signIn(ada)
			return { status, ms: performance.now() - started, retryAfter: headers.get('retry-after'), body }
		}),
	)
	const refused = timed.filter(({ status }) => status === 503)
	expect(timed.filter(({ status }) => status === 200).length).toBe(timed.length - refused.length)
	expect(refused.length).toBeGreaterThan(20)
	for (const { retryAfter, body } of refused) {
		expect(retryAfter).toBe('2')
		expect(body).toMatchObject({ code: 503, error_code: 'unavailable' })
	}
	const served = timed.filter(({ status }) => status === 200)
	expect(Math.max(...refused.map(({ ms }) => ms))).toBeLessThan(Math.max(...served.map(({ ms }) => ms)))
})
