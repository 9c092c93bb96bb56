import { afterAll, beforeAll, expect, test } from 'vitest'
import { callAuth, confirmedPerson, type Person } from '#test/auth.ts'
import { createWorld, type World } from '#test/world.ts'

let world: World
let ada: Person
beforeAll(async () => {
	world = await createWorld({ rateLimitScale: 1 })
	ada = await confirmedPerson(world)
})
afterAll(() => world.close())

test('one account takes twenty guesses in five minutes, then refuses even the right password', async () => {
	const signIn = (email: string, password: string) =>
		callAuth(world, '/token?grant_type=password', { body: { email, password } })
	for (let guess = 0; guess < 20; guess++)
		expect((await signIn(ada.email, `guess-${guess}`)).status).toBe(400)
	const refused = await signIn(ada.email.toUpperCase(), ada.password)
	expect(refused.status).toBe(429)
	expect(refused.body).toEqual({
		code: 429,
		error_code: 'over_request_rate_limit',
		msg: 'Request rate limit reached',
	})
	expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
	// Another account is not affected.
	expect((await signIn('somebody.else@student.test', 'x')).status).toBe(400)
})

test('a link can be asked for once a minute, alike for known and unknown addresses', async () => {
	for (const email of [ada.email, 'unknown@student.test']) {
		const ask = () => callAuth(world, '/resend', { body: { type: 'signup', email } })
		expect(await ask()).toMatchObject({ status: 200, body: {} })
		const refused = await ask()
		expect(refused.status).toBe(429)
		expect(refused.body?.error_code).toBe('over_email_send_rate_limit')
		expect(refused.body?.msg).toMatch(
			/^For security purposes, you can only request this after \d+ seconds\.$/,
		)
		expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
	}
})
