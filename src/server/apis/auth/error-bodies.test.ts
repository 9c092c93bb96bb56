import { generateKeyPair, SignJWT } from 'jose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { callAuth, confirmedUser, type TestUser } from '#test/auth.ts'
import { expectRefusal, phoneRefusals, refusals, someone } from '#test/auth-refusals.ts'
import { anonymousClient } from '#test/clients.ts'
import { createWorld, type World } from '#test/world.ts'

let world: World
let ada: TestUser
/** A shop whose users can sign in by phone, and one of its users. */
let texting: World
let tess: TestUser
beforeAll(async () => {
	world = await createWorld()
	ada = await confirmedUser(world)
	texting = await createWorld({ phone: {} })
	tess = await confirmedUser(texting)
})
afterAll(async () => {
	await world.close()
	await texting.close()
})

const { email, password } = someone

test.each(refusals)('rejects %s', async (...refusal) => {
	await expectRefusal(world, refusal, ada.accessToken)
})

test.each(phoneRefusals)('with sign-in by phone on, rejects %s', async (...refusal) => {
	await expectRefusal(texting, refusal, tess.accessToken)
})

test.each(['', 'null', '"x"', '{', '\u00ff', '{"email": "a'])(
	'rejects the body %j, which is not a JSON object',
	async (rawBody) => {
		expect(await callAuth(world, '/signup', { rawBody })).toMatchObject({
			status: 400,
			body: { error_code: 'bad_json' },
		})
	},
)

test('a request with an invalid or older API version gets errors in the old format', async () => {
	for (const version of ['2023-12-31', 'x', '2024-1-1', '']) {
		const { body } = await callAuth(world, '/nothing', { headers: { 'x-supabase-api-version': version } })
		expect(body).toMatchObject({ code: 404, error_code: 'not_found' })
	}
})

test('the official client receives the reasons for a weak password', async () => {
	const { error } = await anonymousClient(world).auth.signUp({ email, password: 'abc12' })
	expect(error).toMatchObject({
		name: 'AuthWeakPasswordError',
		status: 422,
		code: 'weak_password',
		reasons: ['length'],
	})
	const both = await anonymousClient(world).auth.signUp({ email, password: 'love1' })
	expect(both.error).toMatchObject({ reasons: ['length', 'pwned'] })
	expect(both.error?.message).toContain('Password should be at least 6 characters. Password is known')
})

test('rejects a request without a key or with a wrong one', async () => {
	for (const headers of [
		{ apikey: 'sb_publishable_wrong' },
		{ apikey: world.keys.publishableKey.toUpperCase() },
	]) {
		expect(await callAuth(world, '/signup', { body: { email, password }, headers })).toMatchObject({
			status: 401,
			body: { error_code: 'invalid_api_key' },
		})
	}
	const bare = await world.request('/auth/v1/signup', {
		method: 'POST',
		body: JSON.stringify({ email, password }),
	})
	expect(bare.status).toBe(401)
	expect(await bare.json()).toMatchObject({ error_code: 'no_authorization' })
})

test('accepts only a well-formed access token of this shop with a live session', async () => {
	const [head = '', payload = '', signature = ''] = ada.accessToken.split('.')
	const claims: Record<string, unknown> = JSON.parse(Buffer.from(payload, 'base64url').toString())
	const { privateKey } = await generateKeyPair('ES256')
	const forged = await new SignJWT(claims).setProtectedHeader({ alg: 'ES256' }).sign(privateKey)
	const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
	const read = (authorization: string, path = '/user') =>
		callAuth(world, path, { method: 'GET', headers: { authorization } })
	const verdicts: [string, number, string][] = [
		[`Bearer ${ada.accessToken}`, 200, ''],
		['', 401, 'no_authorization'],
		[ada.accessToken, 401, 'no_authorization'],
		[`bearer ${ada.accessToken}`, 401, 'no_authorization'],
		[`Bearer  ${ada.accessToken}`, 401, 'no_authorization'],
		[`Bearer ${ada.accessToken}, Bearer ${ada.accessToken}`, 401, 'no_authorization'],
		[`Bearer ${world.keys.publishableKey}`, 403, 'bad_jwt'],
		[`Bearer ${world.keys.secretKey}`, 403, 'bad_jwt'],
		['Bearer junk', 403, 'bad_jwt'],
		[`Bearer ${forged}`, 403, 'bad_jwt'],
		[`Bearer ${ada.accessToken}.x`, 403, 'bad_jwt'],
		[`Bearer ${head}.${payload}.`, 403, 'bad_jwt'],
		[
			`Bearer ${head}.${encode({ ...claims, sub: '11111111-1111-4111-8111-111111111111' })}.${signature}`,
			403,
			'bad_jwt',
		],
		[`Bearer ${encode({ alg: 'none', typ: 'JWT' })}.${payload}.`, 403, 'bad_jwt'],
		[`Bearer ${ada.refreshToken}`, 403, 'bad_jwt'],
	]
	for (const [authorization, status, code] of verdicts) {
		const answer = await read(authorization)
		expect([authorization, answer.status, answer.body?.error_code ?? '']).toEqual([
			authorization,
			status,
			code,
		])
	}
	expect((await read('', `/user?access_token=${ada.accessToken}`)).status).toBe(401)
})

test('rejects an expired access token', async () => {
	const person = await confirmedUser(world)
	// Not in the last second, because the token's end is a whole second, which may be nearer.
	world.clock.advance(3_580)
	expect((await callAuth(world, '/user', { method: 'GET', bearer: person.accessToken })).status).toBe(200)
	world.clock.advance(20)
	expect(await callAuth(world, '/user', { method: 'GET', bearer: person.accessToken })).toMatchObject({
		status: 403,
		body: { error_code: 'bad_jwt', msg: expect.stringContaining('token is expired') },
	})
})
