import { expect, test } from 'vitest'
import {
	callAuth,
	callAuthAsServiceRole,
	confirmedUser,
	getUser,
	newestToken,
	type TestUser,
	tokensIn,
} from '#test/auth.ts'
import { serviceRoleClient } from '#test/clients.ts'
import { registerPasskey, signInWithPasskey, startPasskeySignIn, startRegistration } from '#test/passkeys.ts'
import { withSecondStep } from '#test/second-step.ts'
import { makeKey } from '#test/software-key.ts'
import { createWorld, useWorld } from '#test/world.ts'

const world = await useWorld()

test('a user adds a passkey, is notified, and signs in with it alone', async () => {
	const ada = await confirmedUser(world)
	const key = makeKey(world.url)
	const { options } = await startRegistration(world, ada)
	expect(options).toMatchObject({
		rp: { id: '127.0.0.1', name: 'Headstart' },
		user: { name: ada.email },
		authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
		attestation: 'none',
	})
	const added = await registerPasskey(world, ada, key)
	expect(added).toMatchObject({
		status: 200,
		body: { id: expect.any(String), created_at: expect.any(String) },
	})
	await world.runJobs()
	expect(world.mails.at(-1)).toMatchObject({ to: ada.email, subject: 'Headstart: a passkey was added' })

	const started = await startPasskeySignIn(world)
	expect(started.options).toMatchObject({ allowCredentials: [], userVerification: 'required' })
	const { status, body } = await signInWithPasskey(world, key)
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
	const id = String((await registerPasskey(world, ada, key)).body?.id)
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
	expect((await signInWithPasskey(world, key)).body).toMatchObject({
		error_code: 'webauthn_verification_failed',
	})
})

test('the service role lists and removes the passkeys of a user', async () => {
	const ada = await confirmedUser(world)
	const key = makeKey(world.url)
	const id = String((await registerPasskey(world, ada, key)).body?.id)
	const call = (path: string, method: string) => callAuthAsServiceRole(world, path, { method })
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
	await registerPasskey(world, ada, key)
	const { challenge_id, options } = await startPasskeySignIn(world)
	const body = { challenge_id, credential: key.get(options) }
	expect((await callAuth(world, '/passkeys/authentication/verify', { body })).status).toBe(200)
	const notFound = { status: 400, body: { error_code: 'webauthn_challenge_not_found' } }
	expect(await callAuth(world, '/passkeys/authentication/verify', { body })).toMatchObject(notFound)
	// A wrong answer also uses the challenge up.
	const second = await startPasskeySignIn(world)
	const wrong = {
		challenge_id: second.challenge_id,
		credential: makeKey(world.url).get(second.options, { handle: 'eA' }),
	}
	expect((await callAuth(world, '/passkeys/authentication/verify', { body: wrong })).status).toBe(400)
	const right = { challenge_id: second.challenge_id, credential: key.get(second.options) }
	expect(await callAuth(world, '/passkeys/authentication/verify', { body: right })).toMatchObject(notFound)
	// A challenge for signing in cannot register a key, nor can one user's challenge register a key for another.
	const other = makeKey(world.url)
	const forAda = await startRegistration(world, ada)
	for (const { challenge_id: id } of [await startPasskeySignIn(world), forAda]) {
		const attempt = { challenge_id: id, credential: other.create(forAda.options) }
		const call = { body: attempt, bearer: ben.accessToken }
		expect(await callAuth(world, '/passkeys/registration/verify', call)).toMatchObject(notFound)
	}
	const late = await startPasskeySignIn(world)
	const answer = { challenge_id: late.challenge_id, credential: key.get(late.options) }
	world.clock.advance(301)
	const expired = await callAuth(world, '/passkeys/authentication/verify', { body: answer })
	world.clock.advance(-301)
	expect(expired).toMatchObject({ status: 400, body: { error_code: 'webauthn_challenge_expired' } })
})

test('rejects an answer for another site, a copied key, another user’s handle and a key without user verification', async () => {
	const [ada, ben] = [await confirmedUser(world), await confirmedUser(world)]
	const key = makeKey(world.url)
	await registerPasskey(world, ada, key)
	const failed = { status: 400, body: { error_code: 'webauthn_verification_failed' } }
	expect(await signInWithPasskey(world, key, { from: 'https://shop.attacker.test' })).toMatchObject(failed)
	expect(
		await signInWithPasskey(world, key, { handle: Buffer.from(ben.id).toString('base64url') }),
	).toMatchObject(failed)
	expect(await signInWithPasskey(world, key, { handle: '' })).toMatchObject(failed)
	expect((await signInWithPasskey(world, key)).status).toBe(200)
	expect(await signInWithPasskey(world, key, { counts: false })).toMatchObject(failed)
	// A passkey must verify its user, for example by a PIN or a fingerprint. This key does not.
	const open = makeKey(world.url, { verifiesUser: false })
	expect(await registerPasskey(world, ada, open)).toMatchObject(failed)
	const foreign = makeKey('https://shop.attacker.test')
	expect(await registerPasskey(world, ada, foreign)).toMatchObject(failed)
	// No key can be registered twice, not even by another user.
	expect((await registerPasskey(world, ben, key)).body).toMatchObject({
		error_code: 'webauthn_credential_exists',
	})
})

test('adding a passkey requires a recent sign-in and the second step, which a passkey does not replace', async () => {
	const ada = await withSecondStep(world)
	const key = makeKey(world.url)
	expect((await registerPasskey(world, ada, key)).status).toBe(200)
	const { body } = await signInWithPasskey(world, key)
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
	await registerPasskey(world, ada, key)
	const { admin } = serviceRoleClient(world).auth
	await admin.updateUserById(ada.id, { ban_duration: '1h' })
	expect((await signInWithPasskey(world, key)).body).toMatchObject({ error_code: 'user_banned' })
	await admin.updateUserById(ada.id, { ban_duration: 'none' })
	expect((await signInWithPasskey(world, key)).status).toBe(200)
	await callAuth(world, '/recover', { body: { email: ada.email } })
	const token_hash = await newestToken(world, ada.email)
	expect((await callAuth(world, '/verify', { body: { type: 'recovery', token_hash } })).status).toBe(200)
	expect((await signInWithPasskey(world, key)).status).toBe(400)
})

test('a user has at most ten passkeys, even if several are added at once', async () => {
	const ada = await confirmedUser(world)
	for (let i = 0; i < 9; i++) expect((await registerPasskey(world, ada, makeKey(world.url))).status).toBe(200)
	const begun = await Promise.all([1, 2, 3].map(() => startRegistration(world, ada)))
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

/** An id that no challenge or passkey has. It is the same in every run, because it is part of the names of tests. */
const unknownId = '6e8bc430-9c3a-41d9-9669-0800200c9a66'

test.each([
	['/passkeys/registration/verify', { credential: {} }, 'validation_failed'],
	['/passkeys/registration/verify', { challenge_id: 'x', credential: {} }, 'validation_failed'],
	['/passkeys/authentication/verify', { challenge_id: unknownId }, 'validation_failed'],
	[
		'/passkeys/authentication/verify',
		{ challenge_id: unknownId, credential: {} },
		'webauthn_verification_failed',
	],
	[
		'/passkeys/authentication/verify',
		{ challenge_id: unknownId, credential: 'x' },
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
			['DELETE', `/passkeys/${unknownId}`],
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
