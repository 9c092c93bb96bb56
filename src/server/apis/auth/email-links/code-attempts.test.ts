import { expect, test } from 'vitest'
import { callAuth, confirmedUser, newestToken, signInAgain, type TestUser } from '#test/auth.ts'
import { createWorld, useWorld } from '#test/world.ts'

// Lowers the limit of wrong codes for an account from twenty a day to six.
const world = await useWorld({
	auth: { emailCodes: true },
	rateLimitScale: 1,
	rateLimits: new Map([
		['emailCodeGuess', { points: 6, seconds: 86_400 }],
		['emailAgain', { points: 100, seconds: 60 }],
	]),
})

async function codeFrom(path: string, { email }: TestUser): Promise<string> {
	expect((await callAuth(world, path, { body: { email } })).status).toBe(200)
	await world.runJobs()
	return /(?:is|Use) (\d{6})/.exec(world.mails.findLast(({ to }) => to === email)?.text ?? '')?.[1] ?? ''
}
const wrong = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')
const byCode = (type: string, { email }: TestUser, token: string) =>
	callAuth(world, '/verify', { body: { type, email, token } })
const limited = { status: 429, body: { error_code: 'over_request_rate_limit' } }

test('wrong codes of every kind count towards one limit for a network, but links keep working', async () => {
	const [person, other] = [await confirmedUser(world), await confirmedUser(world)]
	const signInCode = await codeFrom('/otp', person)
	for (let guess = 0; guess < 3; guess++)
		expect((await byCode('email', person, wrong(signInCode))).status).toBe(403)
	const recoveryCode = await codeFrom('/recover', person)
	for (let guess = 0; guess < 3; guess++)
		expect((await byCode('recovery', person, wrong(recoveryCode))).status).toBe(403)

	expect(await byCode('recovery', person, recoveryCode)).toMatchObject(limited)
	expect((await byCode('email', other, await codeFrom('/otp', other))).status).toBe(200)
	const link = { type: 'recovery', token_hash: await newestToken(world, person.email) }
	expect((await callAuth(world, '/verify', { body: link })).status).toBe(200)
})

test('wrong codes outside a session do not use up those in it, and the other way round', async () => {
	const person = await confirmedUser(world)
	const { accessToken } = await signInAgain(world, person)
	const byNonce = (nonce: string) =>
		callAuth(world, '/account/proof', { bearer: accessToken, body: { nonce } })
	world.clock.advance(601)
	for (let guess = 0; guess < 7; guess++) await byCode('email', person, '123456')
	expect(await byCode('email', person, '123456')).toMatchObject(limited)
	await callAuth(world, '/reauthenticate', { method: 'GET', bearer: accessToken })
	await world.runJobs()
	const nonce =
		/is (\d{6})/.exec(world.mails.findLast(({ to }) => to === person.email)?.text ?? '')?.[1] ?? ''
	expect((await byNonce(wrong(nonce))).status).toBe(422)
	expect((await byNonce(nonce)).status).toBe(200)
	world.clock.advance(601)
	const statuses = new Set<number>()
	for (let guess = 0; guess < 12; guess++) statuses.add((await byNonce('000000')).status)
	expect([...statuses]).toEqual([422, 429])
})

test('strangers who guess codes of every kind never lock the user out, on a network that is theirs or where they asked', async () => {
	const shop = await createWorld({
		auth: { emailCodes: true },
		trustedProxies: ['127.0.0.1'],
		rateLimitScale: 1,
		rateLimits: new Map([
			['emailCodeGuess', { points: 6, seconds: 86_400 }],
			['emailAgain', { points: 100, seconds: 60 }],
		]),
	})
	try {
		const person = await confirmedUser(shop)
		const call = async (path: string, body: object, from: string) => {
			const headers = { apikey: shop.keys.publishableKey, 'x-forwarded-for': from }
			const response = await fetch(`${shop.url}/auth/v1${path}`, {
				method: 'POST',
				headers,
				body: JSON.stringify(body),
			})
			const answer: Record<string, unknown> = JSON.parse(await response.text())
			return { status: response.status, body: answer }
		}
		const home = '198.51.100.7'
		const { email, password } = person
		expect((await call('/token?grant_type=password', { email, password }, home)).status).toBe(200)
		const guesses = async (type: string) => {
			const statuses: number[] = []
			for (let stranger = 0; stranger < 15; stranger++)
				statuses.push(
					(await call('/verify', { type, email, token: '123456' }, `203.0.113.${stranger}`)).status,
				)
			return statuses
		}
		for (const [type, path, from] of [
			['email', '/otp', home],
			['recovery', '/recover', home],
			['email', '/otp', '198.51.100.99'],
		] as const) {
			shop.clock.advance(61)
			expect((await call(path, { email }, from)).status).toBe(200)
			await shop.runJobs()
			const mail = shop.mails.findLast(({ to }) => to === email)
			const token = /(?:is|Use) (\d{6})/.exec(mail?.text ?? '')?.[1] ?? ''
			expect(await guesses(type)).toContain(429)
			expect((await call('/verify', { type, email, token: wrong(token) }, from)).status).toBe(403)
			expect((await call('/verify', { type, email, token }, from)).status).toBe(200)
		}
	} finally {
		await shop.close()
	}
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
