import { expect, test } from 'vitest'
import { z } from 'zod'
import { callAuth, confirmedUser, getUser, signIn, tokensIn } from '#test/auth.ts'
import { registerPasskey, signInWithPasskey } from '#test/passkeys.ts'
import { withSecondStep } from '#test/second-step.ts'
import { makeKey } from '#test/software-key.ts'
import { useWorld } from '#test/world.ts'

const world = await useWorld()

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
	expect((await callAuth(world, '/passkeys', { method: 'GET', bearer })).body).toEqual([])
	expect((await callAuth(world, `/factors/${id}`, { method: 'DELETE', bearer })).status).toBe(200)
	expect((await getUser(world, bearer)).body).not.toHaveProperty('factors')
})

test('a security key that is a second factor cannot sign in on its own, even if it verifies its user', async () => {
	const ada = await confirmedUser(world)
	for (const verifiesUser of [true, false]) {
		const key = makeKey(world.url, { verifiesUser })
		const enrolled = await callAuth(world, '/factors', {
			body: { factor_type: 'webauthn', friendly_name: `Verifies: ${verifiesUser}` },
			bearer: ada.accessToken,
		})
		const { id } = factorSchema.parse(enrolled.body)
		const { challenge_id, options } = await challengeOf(ada.accessToken, id)
		const credential_response = key.create({
			challenge: options.challenge,
			user: { id: options.user?.id ?? '' },
		})
		const body = { challenge_id, webauthn: { type: 'create', credential_response } }
		const raised = await callAuth(world, `/factors/${id}/verify`, { body, bearer: ada.accessToken })
		expect(raised.status).toBe(200)
		ada.accessToken = tokensIn(raised.body).accessToken
		expect((await signInWithPasskey(world, key)).body).toMatchObject({
			error_code: 'webauthn_verification_failed',
		})
	}
	// The same kind of key signs in on its own if it was added as a passkey.
	const passkey = makeKey(world.url)
	expect((await registerPasskey(world, ada, passkey)).status).toBe(200)
	expect((await signInWithPasskey(world, passkey)).status).toBe(200)
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
