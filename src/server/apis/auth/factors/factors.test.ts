import type { SupabaseClient } from '@supabase/supabase-js'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { sql } from '#server/platform/db/sql.ts'
import { callAuth, confirmedUser, getUser, signInAgain, type TestUser, tokensIn } from '#test/auth.ts'
import { anonymousClient } from '#test/clients.ts'
import { appCode, withSecondStep } from '#test/second-step.ts'
import { createWorld, useWorld } from '#test/world.ts'

const world = await useWorld()

const factorSchema = z.object({ id: z.uuid(), totp: z.object({ secret: z.string(), uri: z.string() }) })
const challengeSchema = z.object({ id: z.uuid(), expires_at: z.number() })

const enrol = (bearer: string, body = {}) =>
	callAuth(world, '/factors', { bearer, body: { factor_type: 'totp', friendly_name: 'Phone', ...body } })
const challenge = async (bearer: string, id: string) =>
	challengeSchema.parse((await callAuth(world, `/factors/${id}/challenge`, { bearer })).body).id
const verify = (bearer: string, id: string, challenge_id: string, code: string) =>
	callAuth(world, `/factors/${id}/verify`, { bearer, body: { challenge_id, code } })
const answer = async (bearer: string, id: string, code: string) =>
	await verify(bearer, id, await challenge(bearer, id), code)
const unenrol = (bearer: string, id: string) =>
	callAuth(world, `/factors/${id}`, { method: 'DELETE', bearer })
const refresh = (token: string) =>
	callAuth(world, '/token?grant_type=refresh_token', { body: { refresh_token: token } })
const codeNow = (secret: string, aheadSeconds = 0) => appCode(world, secret, aheadSeconds)
const nextCode = (secret: string) => {
	world.clock.advance(30)
	return codeNow(secret)
}
const claimsOf = (token: string): Record<string, unknown> =>
	JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())
const wrongCode = (secret: string) => {
	const valid = [-30, 0, 30].map((ahead) => codeNow(secret, ahead))
	return ['111111', '222222', '333333', '444444'].find((code) => !valid.includes(code)) ?? ''
}

async function signedInBoth(client: SupabaseClient, person: TestUser) {
	await client.auth.signInWithPassword(person)
	return (await client.auth.mfa.getAuthenticatorAssuranceLevel()).data
}

test('a user of the official client turns on two-step verification, signs in with it and turns it off', async () => {
	const person = await confirmedUser(world)
	const client = anonymousClient(world)
	expect(await signedInBoth(client, person)).toMatchObject({ currentLevel: 'aal1', nextLevel: 'aal1' })
	const enrolled = await client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Phone' })
	if (enrolled.data?.type !== 'totp') throw new Error('not enrolled')
	const { id, totp, friendly_name } = enrolled.data
	expect(friendly_name).toBe('Phone')
	const { hostname, port } = new URL(world.url)
	const label = `${encodeURIComponent(`${hostname} ${port}`)}:${encodeURIComponent(person.email)}`
	expect(totp.uri).toContain(`otpauth://totp/${label}`)
	expect(new URL(totp.uri).searchParams.get('secret')).toBe(totp.secret)
	// The client puts the picture into a data: URL, where a `#` would end it.
	expect(totp.qr_code).toMatch(/^data:image\/svg\+xml;utf-8,<svg [^#]*<\/svg>\s*$/)

	const on = await client.auth.mfa.challengeAndVerify({ factorId: id, code: codeNow(totp.secret) })
	expect(on.error).toBeNull()
	expect((await client.auth.getClaims()).data?.claims).toMatchObject({
		aal: 'aal2',
		amr: expect.arrayContaining([
			expect.objectContaining({ method: 'totp' }),
			expect.objectContaining({ method: 'password' }),
		]),
	})
	expect((await client.auth.mfa.listFactors()).data?.totp).toMatchObject([{ id, status: 'verified' }])

	const later = anonymousClient(world)
	expect(await signedInBoth(later, person)).toMatchObject({ currentLevel: 'aal1', nextLevel: 'aal2' })
	const taken = await later.auth.mfa.challengeAndVerify({ factorId: id, code: nextCode(totp.secret) })
	expect(taken.error).toBeNull()
	expect((await later.auth.mfa.getAuthenticatorAssuranceLevel()).data?.currentLevel).toBe('aal2')
	const off = await later.auth.mfa.unenroll({ factorId: id })
	expect(off).toEqual({ data: { id }, error: null })
	await later.auth.refreshSession()
	expect(await signedInBoth(anonymousClient(world), person)).toMatchObject({ nextLevel: 'aal1' })
	await world.runJobs()
	const subjects = world.mails.filter(({ to }) => to === person.email).map(({ subject }) => subject)
	expect(subjects.slice(-2)).toEqual([
		'Headstart: two-step verification is on',
		'Headstart: a second step was removed',
	])
})

test('before the second step a session cannot read tables or files, nor change the account', async () => {
	const person = await withSecondStep(world)
	const { accessToken: low } = await signInAgain(world, person)
	const ask = async (token: string) => {
		const headers = { apikey: world.keys.publishableKey, authorization: `Bearer ${token}` }
		const post = { method: 'POST', headers: { ...headers, 'content-type': 'application/json' } }
		const answers = [
			await world.request('/rest/v1/purchases?select=id', { headers }),
			await world.request('/rest/v1/products?select=id', { headers }),
			await world.request('/storage/v1/object/sign/pdfs/CV.zip', { ...post, body: '{"expiresIn":60}' }),
			await world.request('/functions/v1/create-payment', { ...post, body: '{}' }),
			await callAuth(world, '/user', { method: 'PUT', bearer: token, body: { password: 'fresh-meadow-17' } }),
			await callAuth(world, '/user', { method: 'PUT', bearer: token, body: { email: 'a@student.test' } }),
			await enrol(token, { friendly_name: 'Second' }),
			await unenrol(token, person.factorId),
			await callAuth(world, '/factors/recovery-codes', { bearer: token }),
		]
		return answers.map(({ status }) => status)
	}
	expect(await ask(low)).toEqual([403, 403, 400, 403, 401, 401, 403, 422, 403])
	const rest = await world.request('/rest/v1/purchases?select=id', {
		headers: { apikey: world.keys.publishableKey, authorization: `Bearer ${low}` },
	})
	expect(await rest.json()).toMatchObject({ code: 'insufficient_aal' })
	expect((await getUser(world, low)).body).toMatchObject({ id: person.id, factors: [{ status: 'verified' }] })
	const storage = await world.request('/storage/v1/object/sign/pdfs/CV.zip', {
		method: 'POST',
		headers: { apikey: world.keys.publishableKey, authorization: `Bearer ${low}` },
		body: '{"expiresIn":60}',
	})
	expect(await storage.json()).toMatchObject({ statusCode: '403' })

	const raised = tokensIn((await answer(low, person.factorId, nextCode(person.secret))).body)
	// The earlier token keeps its level, although its session has been raised.
	expect((await ask(low)).slice(0, 4)).toEqual([403, 403, 400, 403])
	const after = await ask(raised.accessToken)
	expect(after.slice(0, 2)).toEqual([200, 200])
	expect(after.slice(4, 8)).toEqual([200, 200, 200, 200])
	expect((await callAuth(world, '/logout?scope=local', { bearer: raised.accessToken })).status).toBe(204)
})

test('a session keeps its level when it is refreshed, and a new sign-in starts at aal1', async () => {
	const person = await confirmedUser(world)
	const factor = factorSchema.parse((await enrol(person.accessToken)).body)
	const raised = tokensIn((await answer(person.accessToken, factor.id, codeNow(factor.totp.secret))).body)
	expect(claimsOf(raised.accessToken).session_id).toBe(claimsOf(person.accessToken).session_id)
	const refreshed = tokensIn((await refresh(raised.refreshToken)).body)
	expect(claimsOf(refreshed.accessToken)).toMatchObject({
		aal: 'aal2',
		amr: claimsOf(raised.accessToken).amr,
	})
	expect((await refresh(person.refreshToken)).status).toBe(400)
	expect(claimsOf((await signInAgain(world, person)).accessToken)).toMatchObject({
		aal: 'aal1',
		amr: [{ method: 'password' }],
	})
})

test('turning on two-step verification signs out every other session', async () => {
	const person = await confirmedUser(world)
	const other = await signInAgain(world, person)
	const factor = factorSchema.parse((await enrol(person.accessToken)).body)
	await answer(person.accessToken, factor.id, codeNow(factor.totp.secret))
	expect((await getUser(world, other.accessToken)).body).toMatchObject({ error_code: 'session_not_found' })
})

test('a code works once, and no earlier code works after it', async () => {
	const person = await withSecondStep(world)
	const failed = {
		status: 422,
		body: { error_code: 'mfa_verification_failed', msg: 'Invalid TOTP code entered' },
	}
	const [one, two] = [
		await challenge(person.accessToken, person.factorId),
		await challenge(person.accessToken, person.factorId),
	]
	expect(await verify(person.accessToken, person.factorId, one, person.usedCode)).toMatchObject(failed)
	world.clock.advance(30)
	const ahead = codeNow(person.secret, 30)
	const current = codeNow(person.secret)
	const risen = await verify(person.accessToken, person.factorId, one, ahead)
	const { accessToken } = tokensIn(risen.body)
	for (const code of [ahead, current])
		expect(await verify(accessToken, person.factorId, two, code)).toMatchObject(failed)
	expect(await verify(accessToken, person.factorId, one, nextCode(person.secret))).toMatchObject({
		status: 422,
		body: { error_code: 'mfa_ip_address_mismatch' },
	})
})

test('only one of several concurrent requests with the same code succeeds', async () => {
	const person = await withSecondStep(world)
	const challenges = await Promise.all(
		Array.from({ length: 5 }, () => challenge(person.accessToken, person.factorId)),
	)
	const code = nextCode(person.secret)
	const answers = await Promise.all(
		challenges.map((id) => verify(person.accessToken, person.factorId, id, code)),
	)
	expect(answers.map(({ status }) => status).sort()).toEqual([200, 422, 422, 422, 422])
})

test('a challenge expires after five minutes, and works only for its own factor and network address', async () => {
	const [person, other] = [await withSecondStep(world), await withSecondStep(world)]
	const late = await challenge(person.accessToken, person.factorId)
	const others = await challenge(other.accessToken, other.factorId)
	const asked = (id: string) => verify(person.accessToken, person.factorId, id, nextCode(person.secret))
	expect(await asked(others)).toMatchObject({
		status: 422,
		body: {
			error_code: 'mfa_factor_not_found',
			msg: 'MFA factor with the provided challenge ID not found',
		},
	})
	expect((await asked('x')).body).toMatchObject({ error_code: 'mfa_factor_not_found' })
	world.clock.advance(301)
	expect(await asked(late)).toMatchObject({ status: 422, body: { error_code: 'mfa_challenge_expired' } })
	const foreign = await challenge(person.accessToken, person.factorId)
	await world.database.query(
		sql`update auth.mfa_challenges set ip_address = '192.0.2.9' where id = ${foreign}`,
	)
	expect((await asked(foreign)).body).toMatchObject({ error_code: 'mfa_ip_address_mismatch' })
	expect((await asked(await challenge(person.accessToken, person.factorId))).status).toBe(200)
})

test('another user’s factor is not found', async () => {
	const [person, stranger] = [await withSecondStep(world), await confirmedUser(world)]
	const missing = { status: 404, body: { error_code: 'mfa_factor_not_found', msg: 'Factor not found' } }
	for (const path of ['challenge', 'verify'])
		expect(
			await callAuth(world, `/factors/${person.factorId}/${path}`, {
				bearer: stranger.accessToken,
				body: {},
			}),
		).toMatchObject(missing)
	expect(await unenrol(stranger.accessToken, person.factorId)).toMatchObject(missing)
	expect((await unenrol(person.accessToken, person.factorId)).status).toBe(200)
})

test('removing the only verified app turns off two-step verification, even if another app is half set up', async () => {
	const person = await withSecondStep(world)
	const { accessToken: bearer } = person
	expect((await callAuth(world, '/factors/recovery-codes', { bearer })).status).toBe(200)
	expect((await enrol(bearer, { friendly_name: 'Tablet' })).status).toBe(200)
	expect((await unenrol(bearer, person.factorId)).status).toBe(200)
	const { body } = await getUser(world, bearer)
	expect(body?.factors).toMatchObject([{ friendly_name: 'Tablet', status: 'unverified' }])
	expect(claimsOf(tokensIn((await refresh(person.refreshToken)).body).accessToken)).toMatchObject({
		aal: 'aal1',
	})
})

test('limits codes and challenges to fifteen a minute each', async () => {
	const limited = await createWorld({ rateLimitScale: 1 })
	try {
		const person = await confirmedUser(limited)
		const call = (path: string, body = {}) => callAuth(limited, path, { bearer: person.accessToken, body })
		const factor = factorSchema.parse((await call('/factors', { factor_type: 'totp' })).body)
		const { id } = challengeSchema.parse((await call(`/factors/${factor.id}/challenge`)).body)
		const guess = () =>
			call(`/factors/${factor.id}/verify`, { challenge_id: id, code: wrongCode(factor.totp.secret) })
		for (let round = 0; round < 15; round++) expect((await guess()).status).toBe(422)
		expect(await guess()).toMatchObject({ status: 429, body: { error_code: 'over_request_rate_limit' } })
		for (let round = 1; round < 15; round++)
			expect((await call(`/factors/${factor.id}/challenge`)).status).toBe(200)
		expect((await call(`/factors/${factor.id}/challenge`)).status).toBe(429)
	} finally {
		await limited.close()
	}
})

test.each([
	['My: Shop', 'My Shop'],
	['shop.example:8443', 'shop.example 8443'],
	['a:b:c', 'a b c'],
	['Café & Co. – 100%', 'Café & Co. – 100%'],
])('an authenticator app shows the issuer %j as %j, and the address under it', async (issuer, shown) => {
	const person = await confirmedUser(world)
	const { body } = await enrol(person.accessToken, { issuer })
	const { totp } = factorSchema.parse(body)
	const uri = new URL(totp.uri)
	// Apps decode the path first, and split it at the first colon.
	const [first, ...rest] = decodeURIComponent(uri.pathname.replace(/^\/\/totp\/|^\//, '')).split(':')
	expect([first, rest]).toEqual([shown, [person.email]])
	expect(uri.searchParams.get('issuer')).toBe(shown)
})

test('an issuer of nothing but colons is replaced by the site’s host', async () => {
	const person = await confirmedUser(world)
	const { totp } = factorSchema.parse((await enrol(person.accessToken, { issuer: ' : :' })).body)
	const { hostname, port } = new URL(world.url)
	expect(new URL(totp.uri).searchParams.get('issuer')).toBe(`${hostname} ${port}`)
})
