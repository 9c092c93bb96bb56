import { afterAll, beforeAll, expect, test } from 'vitest'
import { callAuth, newestToken, type TestUser } from '#test/auth.ts'
import { appCode, withSecondStep } from '#test/second-step.ts'
import { createWorld, type World } from '#test/world.ts'

type Owner = Awaited<ReturnType<typeof withSecondStep>>

// An intruder knows the password and tries codes from many addresses.
let world: World
beforeAll(async () => {
	// This machine is a trusted proxy here, so the tests can choose the address that a request comes from.
	world = await createWorld({
		trustedProxies: ['127.0.0.1'],
		rateLimitScale: 1,
		rateLimits: new Map([
			['factorFamiliar', { points: 3, seconds: 3600 }],
			['factorStrangers', { points: 3, seconds: 3600 }],
			['factorVerify', { points: 5, seconds: 60 }],
			['factorChallenge', { points: 5, seconds: 60 }],
		]),
	})
})
afterAll(() => world.close())

async function ask(path: string, body: unknown, from: string, bearer?: string) {
	const response = await fetch(`${world.url}/auth/v1${path}`, {
		method: 'POST',
		headers: {
			apikey: world.keys.publishableKey,
			'x-forwarded-for': from,
			...(bearer === undefined ? {} : { authorization: `Bearer ${bearer}` }),
		},
		body: JSON.stringify(body),
	})
	const answer: Record<string, unknown> = JSON.parse(await response.text())
	return { status: response.status, body: answer }
}

async function signIn({ email, password }: Pick<TestUser, 'email' | 'password'>, from: string) {
	const { body } = await ask('/token?grant_type=password', { email, password }, from)
	return String(body.access_token)
}

/** Requests a challenge and answers it. Returns the status of the first error, or of the verification. */
async function tryCode({ factorId }: Owner, code: string, from: string, bearer: string): Promise<number> {
	const challenge = await ask(`/factors/${factorId}/challenge`, {}, from, bearer)
	if (challenge.status !== 200) return challenge.status
	const answer = { challenge_id: challenge.body.id, code }
	return (await ask(`/factors/${factorId}/verify`, answer, from, bearer)).status
}

const nextCode = ({ secret }: Owner) => {
	world.clock.advance(30)
	return appCode(world, secret)
}

/** Returns a user who took the second step at home before strangers used up the account's limit. */
async function underAttack(home: string): Promise<Owner> {
	const owner = await withSecondStep(world)
	expect(await tryCode(owner, nextCode(owner), home, await signIn(owner, home))).toBe(200)
	const statuses: number[] = []
	for (let stranger = 1; stranger <= 5; stranger++) {
		const from = `203.0.113.${stranger}`
		statuses.push(await tryCode(owner, 'x', from, await signIn(owner, from)))
	}
	expect(statuses).toEqual([422, 422, 422, 429, 429])
	return owner
}

test('all unfamiliar networks share one limit of wrong codes for an account', async () => {
	const owner = await underAttack('198.51.100.1')
	const from = '203.0.113.77'
	expect(await tryCode(owner, nextCode(owner), from, await signIn(owner, from))).toBe(429)
})

test('the user can take the second step from a familiar network, even after a few wrong codes', async () => {
	const home = '198.51.100.2'
	const owner = await underAttack(home)
	const bearer = await signIn(owner, home)
	expect(await tryCode(owner, 'x', home, bearer)).toBe(422)
	expect(await tryCode(owner, 'x', home, bearer)).toBe(422)
	expect(await tryCode(owner, nextCode(owner), home, bearer)).toBe(200)
})

test('wrong codes from a familiar network are limited too', async () => {
	const home = '198.51.100.3'
	const owner = await underAttack(home)
	const bearer = await signIn(owner, home)
	for (const expected of [422, 422, 422, 429]) expect(await tryCode(owner, 'x', home, bearer)).toBe(expected)
})

test('a user who recovers by email can take the second step from an unfamiliar network', async () => {
	const owner = await underAttack('198.51.100.4')
	const abroad = '192.0.2.9'
	// After eight days, a recovery no longer removes the factor.
	world.clock.advance(8 * 86_400)
	await world.runJobs()
	await ask('/recover', { email: owner.email }, abroad)
	const recovered = await ask(
		'/verify',
		{ type: 'recovery', token_hash: await newestToken(world, owner.email) },
		abroad,
	)
	const bearer = String(recovered.body.access_token)
	expect(await tryCode(owner, nextCode(owner), abroad, bearer)).toBe(200)
})

test('a recovery code works from any network, however many codes strangers have tried', async () => {
	const owner = await withSecondStep(world)
	const made = await callAuth(world, '/factors/recovery-codes', { bearer: owner.accessToken })
	const [code] = Array.isArray(made.body?.codes) ? made.body.codes : []
	const thief = await signIn(owner, '203.0.113.1')
	for (let guess = 0; guess < 12; guess++)
		await ask('/factors/recovery-codes/verify', { code: 'x' }, '203.0.113.1', thief)
	const bearer = await signIn(owner, '192.0.2.10')
	const taken = await ask('/factors/recovery-codes/verify', { code }, '192.0.2.10', bearer)
	expect(taken.status).toBe(200)
})
