import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { WayIn } from '#server/apis/auth/note-failures.ts'
import { sql } from '#server/platform/db/sql.ts'
import { callAdminAuth, newMember } from '#test/admin-api.ts'
import { ban, callAuth, confirmedUser, newestToken, signIn, type TestUser, tokensIn } from '#test/auth.ts'
import { makeSamlKey } from '#test/campus.ts'
import { type FakeIssuer, fakeProvider, startFakeIssuer } from '#test/fake-issuer.ts'
import { registerPasskey, signInWithPasskey } from '#test/passkeys.ts'
import { fictionNumber, newestCode, otherThan, signInByPhone } from '#test/phone.ts'
import { forgetRefusals, recordedRefusals } from '#test/recorded-refusals.ts'
import { withSecondStep } from '#test/second-step.ts'
import { makeKey } from '#test/software-key.ts'
import { createWorld, type World } from '#test/world.ts'

let fake: FakeIssuer
let world: World
beforeAll(async () => {
	fake = await startFakeIssuer()
	world = await createWorld({
		providers: [fakeProvider(fake)],
		phone: {},
		samlKey: makeSamlKey(),
		admin: 'local',
		auth: { web3Chains: ['ethereum'] },
	})
})
afterAll(async () => {
	await world.close()
	await fake.stop()
})
beforeEach(async () => await forgetRefusals(world))

const recorded = () => recordedRefusals(world)

const token = (grant: string, body: object) => callAuth(world, `/token?grant_type=${grant}`, { body })

/** Signs in with the password, and answers a challenge of a factor wrongly. */
async function failStep(person: TestUser, factorId: string, answer: object): Promise<void> {
	const { accessToken: bearer } = tokensIn((await signIn(world, person.email, person.password)).body)
	const { body } = await callAuth(world, `/factors/${factorId}/challenge`, { body: {}, bearer })
	await callAuth(world, `/factors/${factorId}/verify`, {
		body: { challenge_id: body?.id, ...answer },
		bearer,
	})
}

async function addFactor(person: TestUser, factor: object): Promise<string> {
	const { body } = await callAuth(world, '/factors', { body: factor, bearer: person.accessToken })
	return z.object({ id: z.string() }).parse(body).id
}

/** Fails with each way in. Returns the account that was tried, or null if none can be known. */
const failures: Record<WayIn, () => Promise<string | null>> = {
	password: async () => {
		const { id, email } = await confirmedUser(world)
		await signIn(world, email, 'wrong-harbour-42')
		return id
	},
	'email link': async () => {
		const { id, email } = await confirmedUser(world)
		await callAuth(world, '/otp', { body: { email } })
		const link = await newestToken(world, email)
		// Too old, but still known.
		world.clock.advance(2 * 3_600)
		await callAuth(world, '/verify', { body: { type: 'email', token_hash: link } })
		return id
	},
	'email code': async () => {
		const { id, email } = await confirmedUser(world)
		await callAuth(world, '/verify', { body: { type: 'email', email: email.toUpperCase(), token: '000000' } })
		return id
	},
	'text code': async () => {
		const phone = fictionNumber(1)
		const { id } = await signInByPhone(world, phone)
		world.clock.advance(61)
		await callAuth(world, '/otp', { body: { phone } })
		const code = otherThan(await newestCode(world, phone))
		await callAuth(world, '/verify', { body: { type: 'sms', phone, token: code } })
		return id
	},
	'code of a sign-in': async () => {
		await token('pkce', { auth_code: randomUUID(), code_verifier: 'a'.repeat(43) })
		return null
	},
	passkey: async () => {
		const person = await confirmedUser(world)
		const key = makeKey(world.url)
		await registerPasskey(world, person, key)
		await signInWithPasskey(world, key, { from: 'https://shop.attacker.test' })
		return person.id
	},
	'ID token': async () => {
		await token('id_token', { provider: 'custom:fake', id_token: 'e30.e30.e30' })
		return null
	},
	provider: async () => {
		await callAuth(world, '/callback?state=unknown&code=x', { method: 'GET' })
		return null
	},
	university: async () => {
		const form = new URLSearchParams({ SAMLResponse: 'x', RelayState: randomUUID() })
		const headers = { 'content-type': 'application/x-www-form-urlencoded' }
		await callAuth(world, '/sso/saml/acs', { rawBody: `${form}`, headers })
		return null
	},
	wallet: async () => {
		const { host } = new URL(world.url)
		const issued = world.clock.now().toISOString()
		const message = `${host} wants you to sign in with your Ethereum account:\n0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed\n\nHello\n\nURI: ${world.url}\nVersion: 1\nChain ID: 1\nIssued At: ${issued}`
		await token('web3', { chain: 'ethereum', message, signature: `0x${'11'.repeat(64)}1b` })
		return null
	},
	totp: async () => {
		const person = await withSecondStep(world)
		await failStep(person, person.factorId, { code: '000000' })
		return person.id
	},
	'mfa/phone': async () => {
		const person = await confirmedUser(world)
		const id = await addFactor(person, { factor_type: 'phone', phone: fictionNumber(2) })
		await failStep(person, id, { code: '000000' })
		return person.id
	},
	'mfa/webauthn': async () => {
		const person = await confirmedUser(world)
		const id = await addFactor(person, { factor_type: 'webauthn', friendly_name: 'Key' })
		const credential_response = makeKey(world.url).create({ challenge: 'eA', user: { id: 'eA' } })
		await failStep(person, id, { webauthn: { type: 'create', credential_response } })
		return person.id
	},
	'mfa/recovery_code': async () => {
		const person = await withSecondStep(world)
		const { accessToken: bearer } = tokensIn((await signIn(world, person.email, person.password)).body)
		await callAuth(world, '/factors/recovery-codes/verify', { body: { code: 'wrong' }, bearer })
		return person.id
	},
	'password again': async () => {
		const person = await confirmedUser(world)
		const body = { current_password: 'wrong-harbour-42' }
		await callAuth(world, '/account/proof', { body, bearer: person.accessToken })
		return person.id
	},
	'code again': async () => {
		const person = await confirmedUser(world)
		await callAuth(world, '/account/proof', { body: { nonce: '000000' }, bearer: person.accessToken })
		return person.id
	},
	'link to keep the second step': async () => {
		await callAuth(world, '/account/keep-factors', { body: { token: 'x'.repeat(43) } })
		return null
	},
	invitation: async () => {
		await callAdminAuth(world, '/staff/invitation', { body: { token: 'x'.repeat(43) } })
		return null
	},
	'link of a local start': async () => {
		await callAdminAuth(world, '/staff/sign-in', { body: { token: 'x'.repeat(43) } })
		return null
	},
}
const waysOfAdmin: readonly string[] = ['invitation', 'link of a local start']

describe('a failed attempt is recorded with time, account and network', () => {
	test.each(Object.entries(failures))('by %s', async (way, fail) => {
		const userId = await fail()
		const now = world.clock.now()
		const [row, ...others] = await recorded()
		expect(others).toEqual([])
		expect(row).toMatchObject({ user_id: userId, what: way, count: 1 })
		expect(row?.place).toBe(waysOfAdmin.includes(way) ? 'admin' : 'shop')
		expect(row?.network).not.toBeNull()
		expect(Math.abs((row?.last_at.getTime() ?? 0) - now.getTime())).toBeLessThan(5_000)
	})
})

test('a sign-in that succeeds is not recorded', async () => {
	const { email, password } = await confirmedUser(world)
	expect((await signIn(world, email, password)).status).toBe(200)
	expect(await recorded()).toEqual([])
})

test('the right password of a banned account is recorded as refused', async () => {
	const person = await confirmedUser(world)
	await ban(world, person)
	await signIn(world, person.email, person.password)
	expect(await recorded()).toMatchObject([{ user_id: person.id, what: 'password', code: 'user_banned' }])
})

test('signing in to the admin is recorded apart, for members and for others', async () => {
	const member = await newMember(world, 'helper')
	const body = { email: member.email, password: 'wrong-harbour-42' }
	await callAdminAuth(world, '/token?grant_type=password', { body })
	expect(await recorded()).toMatchObject([
		{ user_id: member.id, place: 'admin', code: 'invalid_credentials' },
	])
})

test('six wrong passwords at the same moment are counted in one row, and no address without an account is stored', async () => {
	const { id, email } = await confirmedUser(world)
	const guess = (address: string) => signIn(world, address, 'wrong-harbour-42')
	const answers = await Promise.all(Array.from({ length: 6 }, () => guess(email)))
	const unknown = await guess('nobody@student.test')
	for (const answer of answers) expect(answer.body).toEqual(unknown.body)
	expect((await recorded()).map(({ user_id, count }) => [user_id, count]).sort()).toEqual(
		[
			[id, 6],
			[null, 1],
		].sort(),
	)
	const [{ stored }] = z
		.tuple([z.object({ stored: z.string() })])
		.parse(await world.database.query(sql`select json_agg(r)::text as stored from auth.refusals r`))
	expect(stored).not.toContain('nobody')
})
