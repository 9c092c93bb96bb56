import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { callAuth, confirmedUser, getUser, newestToken, signIn, type TestUser, tokensIn } from '#test/auth.ts'
import { serviceRoleClient } from '#test/clients.ts'
import { withSecondStep } from '#test/second-step.ts'
import { makeKey } from '#test/software-key.ts'
import { createWorld, type World } from '#test/world.ts'

let world: World
beforeAll(async () => {
	world = await createWorld()
})
afterAll(() => world.close())

type Key = ReturnType<typeof makeKey>
const optionsSchema = z.object({
	challenge_id: z.string(),
	expires_at: z.number(),
	options: z.looseObject({ challenge: z.string() }),
})
const creationSchema = optionsSchema.extend({
	options: z.looseObject({ challenge: z.string(), user: z.looseObject({ id: z.string() }) }),
})

async function startRegistration({ accessToken: bearer }: Pick<TestUser, 'accessToken'>) {
	return creationSchema.parse(
		(await callAuth(world, '/passkeys/registration/options', { body: {}, bearer })).body,
	)
}

/** Adds a passkey to the user's account. */
async function register(user: Pick<TestUser, 'accessToken'>, key: Key) {
	const { challenge_id, options } = await startRegistration(user)
	const body = { challenge_id, credential: key.create(options) }
	return await callAuth(world, '/passkeys/registration/verify', { body, bearer: user.accessToken })
}

async function startSignIn() {
	return optionsSchema.parse((await callAuth(world, '/passkeys/authentication/options', { body: {} })).body)
}

/** Signs in with a passkey. */
async function signInWith(key: Key, how?: Parameters<Key['get']>[1]) {
	const { challenge_id, options } = await startSignIn()
	const body = { challenge_id, credential: key.get(options, how) }
	return await callAuth(world, '/passkeys/authentication/verify', { body })
}

test('a user adds a passkey, is notified, and signs in with it alone', async () => {
	const ada = await confirmedUser(world)
	const key = makeKey(world.url)
	const { options } = await startRegistration(ada)
	expect(options).toMatchObject({
		rp: { id: '127.0.0.1', name: 'Headstart' },
		user: { name: ada.email },
		authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
		attestation: 'none',
	})
	const added = await register(ada, key)
	expect(added).toMatchObject({
		status: 200,
		body: { id: expect.any(String), created_at: expect.any(String) },
	})
	await world.runJobs()
	expect(world.mails.at(-1)).toMatchObject({ to: ada.email, subject: 'Headstart: a passkey was added' })

	const started = await startSignIn()
	expect(started.options).toMatchObject({ allowCredentials: [], userVerification: 'required' })
	const { status, body } = await signInWith(key)
	expect(status).toBe(200)
	const { accessToken } = tokensIn(body)
	expect((await getUser(world, accessToken)).body).toMatchObject({ id: ada.id })
	const claims = JSON.parse(Buffer.from(accessToken.split('.')[1] ?? '', 'base64url').toString())
	expect(claims).toMatchObject({ aal: 'aal1', amr: [{ method: 'passkey' }] })
	const listed = await callAuth(world, '/passkeys', { method: 'GET', bearer: accessToken })
	expect(listed.body).toMatchObject([{ id: added.body?.id, last_used_at: expect.any(String) }])
	const exported = await callAuth(world, '/account/export', { body: {}, bearer: accessToken })
	expect(exported.body).toMatchObject({ keys: [{ kind: 'passkey', public_key: expect.any(String) }] })
})

test('a user names and removes a passkey; nobody else can', async () => {
	const [ada, ben] = [await confirmedUser(world), await confirmedUser(world)]
	const key = makeKey(world.url)
	const id = String((await register(ada, key)).body?.id)
	const as = (person: TestUser, method: string, body?: unknown) =>
		callAuth(world, `/passkeys/${id}`, { method, body, bearer: person.accessToken })
	expect((await as(ben, 'PATCH', { friendly_name: 'Mine' })).status).toBe(404)
	expect((await as(ben, 'DELETE')).status).toBe(404)
	expect((await as(ada, 'PATCH', { friendly_name: 'Work laptop' })).body).toMatchObject({
		friendly_name: 'Work laptop',
	})
	for (const friendly_name of ['', 'x'.repeat(121), 'a\u0000b'])
		expect((await as(ada, 'PATCH', { friendly_name })).status).toBe(400)
	expect((await as(ada, 'DELETE')).status).toBe(204)
	await world.runJobs()
	expect(world.mails.at(-1)).toMatchObject({ to: ada.email, subject: 'Headstart: a passkey was removed' })
	expect((await signInWith(key)).body).toMatchObject({ error_code: 'webauthn_verification_failed' })
})

test('the service role lists and removes the passkeys of a user', async () => {
	const ada = await confirmedUser(world)
	const key = makeKey(world.url)
	const id = String((await register(ada, key)).body?.id)
	const call = (path: string, method: string) =>
		callAuth(world, path, { method, bearer: world.keys.secretKey, headers: { apikey: world.keys.secretKey } })
	expect((await call(`/admin/users/${ada.id}/passkeys`, 'GET')).body).toMatchObject([{ id }])
	const ben = await confirmedUser(world)
	expect((await call(`/admin/users/${ben.id}/passkeys/${id}`, 'DELETE')).status).toBe(404)
	expect((await call(`/admin/users/${ada.id}/passkeys/${id}`, 'DELETE')).status).toBe(204)
	expect((await call(`/admin/users/${ada.id}/passkeys`, 'GET')).body).toEqual([])
	const path = `/admin/users/${ada.id}/passkeys`
	expect((await callAuth(world, path, { method: 'GET', bearer: ada.accessToken })).status).toBe(403)
})

test('a challenge works once, within five minutes, for one user and one purpose', async () => {
	const [ada, ben] = [await confirmedUser(world), await confirmedUser(world)]
	const key = makeKey(world.url)
	await register(ada, key)
	const { challenge_id, options } = await startSignIn()
	const body = { challenge_id, credential: key.get(options) }
	expect((await callAuth(world, '/passkeys/authentication/verify', { body })).status).toBe(200)
	const notFound = { status: 400, body: { error_code: 'webauthn_challenge_not_found' } }
	expect(await callAuth(world, '/passkeys/authentication/verify', { body })).toMatchObject(notFound)
	// A wrong answer also uses the challenge up.
	const second = await startSignIn()
	const wrong = {
		challenge_id: second.challenge_id,
		credential: makeKey(world.url).get(second.options, { handle: 'eA' }),
	}
	expect((await callAuth(world, '/passkeys/authentication/verify', { body: wrong })).status).toBe(400)
	const right = { challenge_id: second.challenge_id, credential: key.get(second.options) }
	expect(await callAuth(world, '/passkeys/authentication/verify', { body: right })).toMatchObject(notFound)
	// A challenge for signing in cannot register a key, nor can one user's challenge register a key for another.
	const other = makeKey(world.url)
	const forAda = await startRegistration(ada)
	for (const { challenge_id: id } of [await startSignIn(), forAda]) {
		const attempt = { challenge_id: id, credential: other.create(forAda.options) }
		const call = { body: attempt, bearer: ben.accessToken }
		expect(await callAuth(world, '/passkeys/registration/verify', call)).toMatchObject(notFound)
	}
	const late = await startSignIn()
	const answer = { challenge_id: late.challenge_id, credential: key.get(late.options) }
	world.clock.advance(301)
	const expired = await callAuth(world, '/passkeys/authentication/verify', { body: answer })
	world.clock.advance(-301)
	expect(expired).toMatchObject({ status: 400, body: { error_code: 'webauthn_challenge_expired' } })
})

test('rejects an answer for another site, a copied key, another user’s handle and a key without user verification', async () => {
	const [ada, ben] = [await confirmedUser(world), await confirmedUser(world)]
	const key = makeKey(world.url)
	await register(ada, key)
	const failed = { status: 400, body: { error_code: 'webauthn_verification_failed' } }
	expect(await signInWith(key, { from: 'https://shop.attacker.test' })).toMatchObject(failed)
	expect(await signInWith(key, { handle: Buffer.from(ben.id).toString('base64url') })).toMatchObject(failed)
	expect(await signInWith(key, { handle: '' })).toMatchObject(failed)
	expect((await signInWith(key)).status).toBe(200)
	expect(await signInWith(key, { counts: false })).toMatchObject(failed)
	// A passkey must verify its user, for example by a PIN or a fingerprint. This key does not.
	const open = makeKey(world.url, { verifiesUser: false })
	expect(await register(ada, open)).toMatchObject(failed)
	const foreign = makeKey('https://shop.attacker.test')
	expect(await register(ada, foreign)).toMatchObject(failed)
	// No key can be registered twice, not even by another user.
	expect((await register(ben, key)).body).toMatchObject({ error_code: 'webauthn_credential_exists' })
})

test('adding a passkey requires a recent sign-in and the second step, which a passkey does not replace', async () => {
	const ada = await withSecondStep(world)
	const key = makeKey(world.url)
	expect((await register(ada, key)).status).toBe(200)
	const { body } = await signInWith(key)
	const { accessToken } = tokensIn(body)
	const again = await callAuth(world, '/passkeys/registration/options', { body: {}, bearer: accessToken })
	expect(again.body).toMatchObject({ error_code: 'insufficient_aal' })
	expect(
		(await callAuth(world, '/account/sessions', { method: 'GET', bearer: accessToken })).status,
	).toBeGreaterThan(400)
	const ben = await confirmedUser(world)
	world.clock.advance(900)
	const stale = await callAuth(world, '/passkeys/registration/options', { body: {}, bearer: ben.accessToken })
	world.clock.advance(-900)
	expect(stale.body).toMatchObject({ error_code: 'reauthentication_needed' })
})

test('recovery by email removes every passkey, and a banned user cannot sign in with a passkey', async () => {
	const ada = await confirmedUser(world)
	const key = makeKey(world.url)
	await register(ada, key)
	const { admin } = serviceRoleClient(world).auth
	await admin.updateUserById(ada.id, { ban_duration: '1h' })
	expect((await signInWith(key)).body).toMatchObject({ error_code: 'user_banned' })
	await admin.updateUserById(ada.id, { ban_duration: 'none' })
	expect((await signInWith(key)).status).toBe(200)
	await callAuth(world, '/recover', { body: { email: ada.email } })
	const token_hash = await newestToken(world, ada.email)
	expect((await callAuth(world, '/verify', { body: { type: 'recovery', token_hash } })).status).toBe(200)
	expect((await signInWith(key)).status).toBe(400)
})

test('a user has at most ten passkeys, even if several are added at once', async () => {
	const ada = await confirmedUser(world)
	for (let i = 0; i < 9; i++) expect((await register(ada, makeKey(world.url))).status).toBe(200)
	const begun = await Promise.all([1, 2, 3].map(() => startRegistration(ada)))
	const answers = await Promise.all(
		begun.map(({ challenge_id, options }) =>
			callAuth(world, '/passkeys/registration/verify', {
				body: { challenge_id, credential: makeKey(world.url).create(options) },
				bearer: ada.accessToken,
			}),
		),
	)
	const statuses = answers.map(({ status }) => status)
	expect(statuses.toSorted()).toEqual([200, 422, 422])
	expect(
		(await callAuth(world, '/passkeys/registration/options', { body: {}, bearer: ada.accessToken })).body,
	).toMatchObject({ error_code: 'too_many_passkeys' })
})

const factorSchema = z.object({ id: z.string(), type: z.literal('webauthn') })
const challengeSchema = z.object({
	id: z.string(),
	webauthn: z.object({
		type: z.enum(['create', 'request']),
		credential_options: z.object({
			publicKey: z.looseObject({ challenge: z.string(), user: z.object({ id: z.string() }).optional() }),
		}),
	}),
})

async function challengeOf(bearer: string, factorId: string) {
	const { body } = await callAuth(world, `/factors/${factorId}/challenge`, { body: {}, bearer })
	const { id, webauthn } = challengeSchema.parse(body)
	return { challenge_id: id, type: webauthn.type, options: webauthn.credential_options.publicKey }
}

test('a user adds a security key as a second factor, signs in with it and removes it', async () => {
	const ada = await confirmedUser(world)
	// A second factor only has to show that the user has the key, so the key need not verify the user.
	const key = makeKey(world.url, { verifiesUser: false })
	const enrolled = await callAuth(world, '/factors', {
		body: { factor_type: 'webauthn', friendly_name: 'Blue key' },
		bearer: ada.accessToken,
	})
	const { id } = factorSchema.parse(enrolled.body)
	const { challenge_id, type, options } = await challengeOf(ada.accessToken, id)
	expect(type).toBe('create')
	const verify = (bearer: string, body: unknown) => callAuth(world, `/factors/${id}/verify`, { body, bearer })
	const created = key.create({ challenge: options.challenge, user: { id: options.user?.id ?? '' } })
	const raised = await verify(ada.accessToken, {
		challenge_id,
		webauthn: { type: 'create', credential_response: created },
	})
	expect(raised.status).toBe(200)
	expect(raised.body).toMatchObject({ user: { factors: [{ factor_type: 'webauthn', status: 'verified' }] } })

	const { accessToken } = tokensIn((await signIn(world, ada.email, ada.password)).body)
	expect(
		(await callAuth(world, '/factors/recovery-codes', { method: 'GET', bearer: accessToken })).status,
	).not.toBe(200)
	const asked = await challengeOf(accessToken, id)
	expect(asked.type).toBe('request')
	const answer = (credential_response: unknown) => ({
		challenge_id: asked.challenge_id,
		webauthn: { type: 'request', credential_response },
	})
	const wrong = await verify(accessToken, answer(makeKey(world.url).get(asked.options, { handle: 'eA' })))
	expect(wrong.body).toMatchObject({ error_code: 'mfa_verification_failed' })
	const elsewhere = await verify(
		accessToken,
		answer(key.get(asked.options, { from: 'https://attacker.test' })),
	)
	expect(elsewhere.body).toMatchObject({ error_code: 'mfa_verification_failed' })
	const done = await verify(accessToken, answer(key.get(asked.options)))
	expect(done.status).toBe(200)
	const bearer = tokensIn(done.body).accessToken
	expect(JSON.parse(Buffer.from(bearer.split('.')[1] ?? '', 'base64url').toString())).toMatchObject({
		aal: 'aal2',
		amr: [{ method: 'mfa/webauthn' }, { method: 'password' }],
	})
	const again = await verify(bearer, answer(key.get(asked.options)))
	expect(again.body).toMatchObject({ error_code: 'mfa_ip_address_mismatch' })
	// A security key that is a second factor cannot sign in on its own.
	expect((await signInWith(key)).body).toMatchObject({ error_code: 'webauthn_verification_failed' })
	expect((await callAuth(world, '/passkeys', { method: 'GET', bearer })).body).toEqual([])
	expect((await callAuth(world, `/factors/${id}`, { method: 'DELETE', bearer })).status).toBe(200)
	expect((await getUser(world, bearer)).body).not.toHaveProperty('factors')
})

test('a stolen password is not enough to finish setting up the user’s security key', async () => {
	const ada = await withSecondStep(world)
	const enrolled = await callAuth(world, '/factors', {
		body: { factor_type: 'webauthn', friendly_name: 'Begun' },
		bearer: ada.accessToken,
	})
	const { id } = factorSchema.parse(enrolled.body)
	const finish = async (bearer: string) => {
		const { challenge_id, options } = await challengeOf(bearer, id)
		const created = { challenge: options.challenge, user: { id: options.user?.id ?? '' } }
		const credential_response = makeKey(world.url, { verifiesUser: false }).create(created)
		const body = { challenge_id, webauthn: { type: 'create', credential_response } }
		return await callAuth(world, `/factors/${id}/verify`, { body, bearer })
	}
	const thief = tokensIn((await signIn(world, ada.email, ada.password)).body)
	expect(await finish(thief.accessToken)).toMatchObject({
		status: 403,
		body: { error_code: 'insufficient_aal' },
	})
	expect((await finish(ada.accessToken)).status).toBe(200)
})

test.each([
	['/passkeys/registration/verify', { credential: {} }, 'validation_failed'],
	['/passkeys/registration/verify', { challenge_id: 'x', credential: {} }, 'validation_failed'],
	['/passkeys/authentication/verify', { challenge_id: crypto.randomUUID() }, 'validation_failed'],
	[
		'/passkeys/authentication/verify',
		{ challenge_id: crypto.randomUUID(), credential: {} },
		'webauthn_verification_failed',
	],
	[
		'/passkeys/authentication/verify',
		{ challenge_id: crypto.randomUUID(), credential: 'x' },
		'webauthn_verification_failed',
	],
	['/passkeys/authentication/verify', [], 'bad_json'],
])('%s with %j is refused in the error formats of both API versions', async (path, body, code) => {
	const { accessToken: bearer } = await confirmedUser(world)
	expect(await callAuth(world, path, { body, bearer })).toMatchObject({
		status: 400,
		body: { error_code: code },
	})
	const headers = { 'x-supabase-api-version': '2024-01-01' }
	expect((await callAuth(world, path, { body, bearer, headers })).body).toMatchObject({ code })
})

test('every call is refused while the owner has switched passkeys off', async () => {
	const off = await createWorld({ auth: { passkeysOffered: false } })
	try {
		const { accessToken: bearer } = await confirmedUser(off)
		for (const [method, path] of [
			['GET', '/passkeys'],
			['POST', '/passkeys/registration/options'],
			['POST', '/passkeys/authentication/options'],
			['DELETE', `/passkeys/${crypto.randomUUID()}`],
		] as const)
			expect((await callAuth(off, path, { method, bearer })).body).toMatchObject({
				error_code: 'passkey_disabled',
			})
		const enrolled = await callAuth(off, '/factors', { body: { factor_type: 'webauthn' }, bearer })
		expect(enrolled.body).toMatchObject({ error_code: 'mfa_webauthn_enroll_not_enabled' })
	} finally {
		await off.close()
	}
})
