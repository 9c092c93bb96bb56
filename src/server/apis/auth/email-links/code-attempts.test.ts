import { afterAll, beforeAll, expect, test } from 'vitest'
import { callAuth, confirmedUser, newestToken, signInAgain, type TestUser } from '#test/auth.ts'
import { createWorld, type World } from '#test/world.ts'

// Lowers the limit of wrong codes for an account from twenty a day to six.
let world: World
beforeAll(async () => {
	world = await createWorld({
		auth: { emailCodes: true },
		rateLimitScale: 1,
		rateLimits: new Map([
			['emailCodeGuess', { points: 6, seconds: 86_400 }],
			['emailAgain', { points: 100, seconds: 60 }],
		]),
	})
})
afterAll(() => world.close())

async function codeFrom(path: string, { email }: TestUser): Promise<string> {
	expect((await callAuth(world, path, { body: { email } })).status).toBe(200)
	await world.runJobs()
	return /(?:is|Use) (\d{6})/.exec(world.mails.findLast(({ to }) => to === email)?.text ?? '')?.[1] ?? ''
}
const wrong = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')
const byCode = (type: string, { email }: TestUser, token: string) =>
	callAuth(world, '/verify', { body: { type, email, token } })
const limited = { status: 429, body: { error_code: 'over_request_rate_limit' } }

test('wrong codes of every kind count towards one daily limit for an account, but links keep working', async () => {
	const [person, other] = [await confirmedUser(world), await confirmedUser(world)]
	const { accessToken } = await signInAgain(world, person)
	const byNonce = (nonce: string) =>
		callAuth(world, '/user', {
			method: 'PUT',
			bearer: accessToken,
			body: { password: 'fresh-meadow-17', nonce },
		})
	const signInCode = await codeFrom('/otp', person)
	for (let guess = 0; guess < 2; guess++)
		expect((await byCode('email', person, wrong(signInCode))).status).toBe(403)
	world.clock.advance(601)
	expect((await callAuth(world, '/reauthenticate', { method: 'GET', bearer: accessToken })).status).toBe(200)
	for (let guess = 0; guess < 2; guess++) expect((await byNonce('000000x')).status).toBe(422)
	const recoveryCode = await codeFrom('/recover', person)
	for (let guess = 0; guess < 2; guess++)
		expect((await byCode('recovery', person, wrong(recoveryCode))).status).toBe(403)

	expect(await byCode('recovery', person, recoveryCode)).toMatchObject(limited)
	expect(await byNonce('000000x')).toMatchObject(limited)
	expect((await byCode('email', other, await codeFrom('/otp', other))).status).toBe(200)
	const link = { type: 'recovery', token_hash: await newestToken(world, person.email) }
	expect((await callAuth(world, '/verify', { body: link })).status).toBe(200)
})

test('correct codes do not count towards the limit, and unknown addresses have the same limit', async () => {
	const person = await confirmedUser(world)
	for (let round = 0; round < 7; round++) {
		const { accessToken } = await signInAgain(world, person)
		world.clock.advance(601)
		await callAuth(world, '/reauthenticate', { method: 'GET', bearer: accessToken })
		await world.runJobs()
		const nonce = /is (\d{6})/.exec(world.mails.findLast(({ to }) => to === person.email)?.text ?? '')?.[1]
		const proof = await callAuth(world, '/account/proof', { bearer: accessToken, body: { nonce } })
		expect(proof.status).toBe(200)
	}
	const nobody = { ...person, email: 'nobody@student.test' }
	for (let guess = 0; guess < 6; guess++) expect((await byCode('email', nobody, '123456')).status).toBe(403)
	expect(await byCode('email', nobody, '123456')).toMatchObject(limited)
})
